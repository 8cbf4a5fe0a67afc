import Anthropic, { APIError } from '@anthropic-ai/sdk';
import type { AppError } from '../../../shared/errors.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { ModelChoice } from '../../../shared/settings.ts';
import type { ModelCredential } from '../../auth/modelKey.ts';
import { abortableWait } from './abortableWait.ts';
import { modelEvents } from './apiEvents.ts';
import { apiSearchTool } from './apiToolSearch.ts';
import type { ModelClient, ModelEvent, ModelRequest } from './model.ts';
import { describeFailure } from './modelFailure.ts';
import type { ModelFailure } from './modelFailure.ts';
import { retryDelay } from './modelRetry.ts';
import { concede, firstConcessions, withConcessions } from './requestFallback.ts';
import type { Concessions } from './requestFallback.ts';

export type FetchPort = NonNullable<ConstructorParameters<typeof Anthropic>[0]>['fetch'];

export type AnthropicModelOptions = {
  /** Undefined for an endpoint that wants none. */
  readonly credential: ModelCredential | undefined;
  readonly baseUrl: string;
  readonly fetch?: FetchPort;
  /** Waits; rejects when aborted. For tests. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random?: () => number;
  readonly now?: () => number;
};

const maxModels = 2_000;
const infoLimitMs = 20_000;

/** A model behind the Messages API, the official one or any that speaks it. */
export function createAnthropicModel(options: AnthropicModelOptions): ModelClient {
  const { wait = abortableWait, random = Math.random, now = Date.now } = options;
  if (!/^https?:\/\/[^/]/.test(options.baseUrl)) throw new AppFailure(badAddress(options.baseUrl));
  const client = createClient(options);
  const { host } = new URL(options.baseUrl);
  const learnt = new Map<string, Concessions>();
  const official = isOfficial(options.baseUrl);
  const windows = new Map<string, number | undefined>();
  const asked = new Map<string, Promise<number | undefined>>();
  const withoutToolSearch = new Set<string>();
  let counts = true;

  async function* stream(
    request: ModelRequest,
    signal: AbortSignal,
    { plain } = { plain: false },
  ): AsyncGenerator<ModelEvent> {
    let retries = 0;
    for (;;) {
      const usual = learnt.get(request.model) ?? firstConcessions(request.model);
      const made = plain ? { ...usual, thinking: false } : usual;
      let hasBegun = false;
      try {
        for await (const event of ask(client, withConcessions(request, made), made, signal)) {
          hasBegun ||= event.kind !== 'usage';
          yield event;
        }
        return;
      } catch (thrown) {
        if (signal.aborted) return;
        const failure = describeFailure(thrown, request.model, host);
        if (!hasBegun && isAboutToolSearch(request, failure)) {
          withoutToolSearch.add(request.model);
          throw new AppFailure(noToolSearch(request.model));
        }
        const next = failure.status === 400 ? concede(made, failure.apiMessage) : undefined;
        if (next && !hasBegun) {
          learnt.set(request.model, plain ? { ...next, thinking: usual.thinking } : next);
          continue;
        }
        if (hasBegun) throw new AppFailure(brokenOff(failure.error.message, host));
        const delayMs = retryDelay(failure, ++retries, now(), random());
        if (delayMs === undefined) throw new AppFailure(failure.error);
        yield { kind: 'retrying', cause: failure.error, delayMs, attempt: retries };
        await wait(delayMs, signal).catch(() => {});
        if (signal.aborted) return;
      }
    }
  }

  async function listModels(signal: AbortSignal): Promise<readonly ModelChoice[]> {
    const models: ModelChoice[] = [];
    try {
      for await (const { id, display_name } of client.models.list({ limit: 100 }, { signal })) {
        models.push({ id, name: display_name || id });
        if (models.length >= maxModels) break;
      }
    } catch (thrown) {
      throw new AppFailure(describeFailure(thrown, 'list', host).error);
    }
    return models;
  }

  async function countTokens(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    if (!counts) return undefined;
    const { model, system, tools, messages } = withConcessions(request, {
      thinking: false,
    });
    const body = { model, system, tools, messages };
    try {
      return (await client.messages.countTokens(body, { signal })).input_tokens;
    } catch (thrown) {
      // Endpoints of others often have none.
      if (thrown instanceof APIError && [404, 405, 501].includes(thrown.status ?? 0))
        counts = false;
      return undefined;
    }
  }

  function untilContextWindow(model: string): Promise<number | undefined> {
    const known = asked.get(model) ?? (official ? askWindow(model) : Promise.resolve(undefined));
    asked.set(model, known);
    return known;
  }

  async function askWindow(model: string): Promise<number | undefined> {
    try {
      const about = await client.models.retrieve(model, null, { timeout: infoLimitMs });
      windows.set(model, about.max_input_tokens ?? undefined);
    } catch {
      asked.delete(model);
    }
    return windows.get(model);
  }

  function contextWindow(model: string): number | undefined {
    void untilContextWindow(model);
    return windows.get(model);
  }

  return {
    stream,
    listModels,
    countTokens,
    contextWindow,
    untilContextWindow,
    hasToolSearch: (model) => official && !withoutToolSearch.has(model),
  };
}

function isOfficial(baseUrl: string): boolean {
  return new URL(baseUrl).hostname === 'api.anthropic.com';
}

/** Models before tool search refuse what belongs to it. */
function isAboutToolSearch({ tools }: ModelRequest, { status, apiMessage }: ModelFailure): boolean {
  const asksForIt = tools.some((tool) => 'type' in tool && tool.type === apiSearchTool.type);
  return (
    asksForIt &&
    status === 400 &&
    /tool[_ ]search|defer_loading|tool_reference|server_tool_use/i.test(apiMessage)
  );
}

/** Every credential is given, so that the SDK looks for none in the environment or on disk. */
function createClient({ credential, baseUrl, fetch }: AnthropicModelOptions): Anthropic {
  const baseURL = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const isTheirs = new URL(baseURL).hostname.endsWith('.anthropic.com');
  return new Anthropic({
    apiKey: credential?.kind === 'auth-token' ? null : (credential?.value ?? 'none'),
    authToken: credential?.kind === 'auth-token' ? credential.value : null,
    baseURL,
    ...(fetch && { fetch }),
    maxRetries: 0,
    logLevel: 'off',
    openTelemetry: false,
    defaultHeaders: {
      ...(!credential && { Authorization: null }),
      // Endpoints of others often know the API key by its older header only.
      ...(credential?.kind === 'api-key' && !isTheirs && { 'X-Api-Key': credential.value }),
    },
  });
}

async function* ask(
  client: Anthropic,
  request: ModelRequest,
  { thinking }: Concessions,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const stream = await client.messages.create(
    {
      ...request,
      stream: true,
      ...(thinking && { thinking: { type: 'adaptive', display: 'summarized' } }),
    },
    { signal },
  );
  yield* modelEvents(stream, signal);
}

function badAddress(baseUrl: string): AppError {
  return {
    code: 'model/bad-base-url',
    message: `The base URL is not an address: ${baseUrl}`,
    params: { baseUrl },
    action: 'open-settings',
  };
}

function noToolSearch(model: string): AppError {
  return {
    code: 'model/no-tool-search',
    message: `The API does not search for tools with ${model}.`,
    params: { model },
  };
}

function brokenOff(reason: string, host: string): AppError {
  return {
    code: 'model/broken-off',
    message: `The answer broke off: ${reason}`,
    params: { reason, host },
    action: 'retry',
  };
}
