import { UrlElicitationRequiredError } from '@modelcontextprotocol/client';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import {
  callCancelled,
  callFailure,
  callIdle,
  pageNotVisited,
} from '../connection/connectionFailure.ts';
import { logMeta } from '../connection/greetings.ts';
import type { Lifeline } from '../connection/lifeline.ts';
import type { ListedTools } from './listedTools.ts';
import { OpenCalls } from './openCalls.ts';
import type { OpenCall } from './openCalls.ts';
import type { ServerLimits } from '../serverLimits.ts';
import type { ServerRequests } from '../connection/serverRequests.ts';
import type { CallOptions, ToolOutcome } from './serverTool.ts';
import type { SignsOfLife } from '../connection/signsOfLife.ts';
import { watchSilence } from '../connection/silence.ts';
import { toolOutcome } from './toolOutcome.ts';

/** How long a call whose pipe broke waits to hear how the server ended. */
const lastWordsMs = 500;
/** How often one call may ask for pages to be visited before it. */
const maxVisits = 5;

const AnyResult = z.looseObject({});

/** The calls of a connection's tools. */
export class ToolCalls {
  readonly #open = new OpenCalls();

  constructor(
    private readonly client: Client,
    private readonly line: Lifeline,
    private readonly tools: Pick<ListedTools, 'optionsFor'>,
    private readonly signs: SignsOfLife,
    private readonly options: {
      readonly server: string;
      readonly requests: Pick<ServerRequests, 'visit'>;
      readonly limits: () => ServerLimits;
      readonly explain: (thrown: unknown) => AppError | undefined;
      readonly whyClosed: () => AppError;
      readonly now: () => number;
    },
  ) {}

  /** The call that a server's request comes from: certain only when there is just one. */
  get only(): OpenCall | undefined {
    return this.#open.only;
  }

  /**
   * Calls a tool. Rejects with an AppFailure; a tool's own error is an outcome. A call that needs a
   * page to be visited first (error -32042) is made again when that is done.
   */
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: CallOptions,
  ): Promise<ToolOutcome> {
    const { server, requests } = this.options;
    return this.#open.run(options, async (call) => {
      for (let visits = 0; ; visits += 1) {
        try {
          try {
            return await this.#callOnce(tool, input, options);
          } catch (thrown) {
            const canVisit = thrown instanceof UrlElicitationRequiredError && visits < maxVisits;
            if (!canVisit || !requests.visit) throw thrown;
            const { origin } = call;
            const signal = AbortSignal.any([call.signal, this.line.signal]);
            if (await this.line.orEnd(requests.visit(thrown.elicitations, { origin, signal })))
              continue;
            if (signal.aborted) throw thrown;
            throw new AppFailure(pageNotVisited(server, tool));
          }
        } catch (thrown) {
          throw await this.#callFailed(tool, thrown, options);
        }
      }
    });
  }

  async #callOnce(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    { signal, onProgress }: CallOptions,
  ): Promise<ToolOutcome> {
    const { server, limits } = this.options;
    if (signal.aborted) throw new AppFailure(callCancelled(server, tool));
    const { callMs, callIdleMs } = limits();
    const idle = callIdleMs === 0 ? undefined : this.#watchIdle(callIdleMs, signal);
    const progress = onProgress && serversOwn(onProgress);
    const onprogress = idle ? idle.seeing(progress) : progress;
    try {
      const result = await this.line.orEnd(
        this.client.request(
          {
            method: 'tools/call',
            params: { name: tool, arguments: input, ...logMeta(this.client) },
          },
          AnyResult,
          {
            signal: idle?.signal ?? signal,
            timeout: callMs,
            ...(onprogress && { onprogress }),
            ...this.tools.optionsFor(tool, input),
          },
        ),
      );
      return toolOutcome(result);
    } catch (thrown) {
      if (idle?.isOver === true) throw new AppFailure(callIdle(server, tool, callIdleMs));
      throw thrown;
    } finally {
      idle?.stop();
    }
  }

  /** Aborts the signal that it gives when neither the call nor the server shows a sign of life. */
  #watchIdle(limitMs: number, signal: AbortSignal) {
    const { now } = this.options;
    const over = new AbortController();
    let progressAt = now();
    const lastAt = () => Math.max(progressAt, this.signs.lastAt);
    const stop = watchSilence(limitMs, { lastAt, now }, () => {
      over.abort(`no sign of life for ${limitMs} ms`);
    });
    return {
      signal: AbortSignal.any([signal, over.signal]),
      get isOver() {
        return over.signal.aborted && !signal.aborted;
      },
      seeing:
        (onProgress: CallOptions['onProgress']): NonNullable<CallOptions['onProgress']> =>
        (step) => {
          progressAt = now();
          onProgress?.(step);
        },
      stop,
    };
  }

  async #callFailed(tool: string, thrown: unknown, { signal }: CallOptions): Promise<AppFailure> {
    if (thrown instanceof AppFailure) return thrown;
    const { server, explain } = this.options;
    if (signal.aborted) return new AppFailure(callCancelled(server, tool));
    const known = explain(thrown);
    if (known !== undefined) return new AppFailure(known);
    return new AppFailure(
      isBrokenPipe(thrown) ? await this.#lastWords() : callFailure(server, tool, thrown),
    );
  }

  async #lastWords(): Promise<AppError> {
    const limit = new Promise<AppError>((resolve) => {
      setTimeout(() => resolve(this.options.whyClosed()), lastWordsMs);
    });
    return Promise.race([this.line.ended, limit]);
  }
}

/** The SDK tells of its `input_required` round trips as if the server had made progress. */
function serversOwn(onProgress: NonNullable<CallOptions['onProgress']>): typeof onProgress {
  return (step) => {
    if (step.message?.startsWith('Fulfilling input required by ') !== true) onProgress(step);
  };
}

/** The server's end of its input is gone; how it ended is known in a moment. */
function isBrokenPipe(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
}
