import { existsSync } from 'node:fs';
import type { AppError } from '../../../shared/errors.ts';
import type { HookEntry, HookEvent, HookSays } from '../../../shared/hook.ts';
import { parseRule } from '../../../shared/permissionRule.ts';
import { runHelper } from '../../auth/headers/runHelper.ts';
import { matchRule } from '../../permissions/matchRule.ts';
import type { RuleTool } from '../../permissions/matchRule.ts';
import { cutText } from '../../tools/codePoints.ts';
import { commandEnvironment } from '../../tools/shell/shellProgram.ts';
import { hookVerdict } from './hookVerdict.ts';
import type { HookVerdict } from './hookVerdict.ts';

export type HooksOptions = {
  /** Those in force, in the order in which they run; asked anew at each event. */
  readonly entries: () => readonly HookEntry[];
  /** What programs inherit: the login shell's, for its PATH. */
  readonly environment: () => Promise<Readonly<Record<string, string | undefined>>>;
  /** Called for every hook that has run. */
  readonly onRun: (run: HookRun) => void;
  readonly now?: () => number;
};

export type HookRun = {
  readonly event: HookEvent;
  /** Its command in words. */
  readonly hook: string;
  readonly tookMs: number;
  readonly verdict: HookVerdict;
};

/** What happens. `facts` go to the hooks as JSON on stdin. */
export type HookOccasion = {
  readonly event: HookEvent;
  /** The tool that is about to be called, or was. */
  readonly tool?: RuleTool | undefined;
  /** Where hooks run, if it is there. */
  readonly folder: string | undefined;
  readonly facts: Readonly<Record<string, unknown>>;
};

export type HookOutcome = {
  /** That of the first hook that blocks, else of the first that asks. */
  readonly says?: HookSays | undefined;
  /** What hooks that let it go on put out. */
  readonly said: readonly { readonly hook: string; readonly text: string }[];
  readonly failures: readonly AppError[];
};

const longestName = 80;

/** The programs of settings files that have a say in what the agent does. */
export class Hooks {
  constructor(private readonly options: HooksOptions) {}

  /**
   * Runs the hooks of an event one after the other, until one blocks. Rejects with the reason of
   * `signal` only, which ends the hook that runs.
   */
  async run(occasion: HookOccasion, signal: AbortSignal): Promise<HookOutcome> {
    const said: { hook: string; text: string }[] = [];
    const failures: AppError[] = [];
    let asks: HookSays | undefined;
    for (const entry of this.options.entries()) {
      if (!isAbout(entry, occasion)) continue;
      const hook = cutText(entry.command.join(' '), longestName);
      const verdict = await this.#verdictOf(entry, hook, occasion, signal);
      switch (verdict.kind) {
        case 'goes-on':
          if (verdict.said !== '') said.push({ hook, text: verdict.said });
          break;
        case 'asks':
          asks ??= { verdict: 'ask', hook, reason: verdict.reason };
          break;
        case 'failed':
          failures.push(failed(entry.event, hook, verdict.why));
          break;
        case 'blocks':
          return { says: { verdict: 'deny', hook, reason: verdict.reason }, said, failures };
      }
    }
    return { says: asks, said, failures };
  }

  async #verdictOf(
    { command, event, limitMs }: HookEntry,
    hook: string,
    { folder, facts }: HookOccasion,
    signal: AbortSignal,
  ): Promise<HookVerdict> {
    const { environment, onRun, now = Date.now } = this.options;
    const [program = '', ...rest] = command;
    const startedAt = now();
    const end = await runHelper({
      command: [program, ...rest],
      environment: commandEnvironment(await environment()),
      limitMs,
      signal,
      input: JSON.stringify({ event, ...facts }),
      ...(folder !== undefined && existsSync(folder) && { folder }),
    });
    const verdict = hookVerdict(event, end);
    onRun({ event, hook, tookMs: now() - startedAt, verdict });
    return verdict;
  }
}

/** A rule that can't be held against a call counts: better once too often. */
function isAbout({ event, tools }: HookEntry, occasion: HookOccasion): boolean {
  if (event !== occasion.event) return false;
  const { tool } = occasion;
  if (tools === undefined || tool === undefined) return true;
  return tools.some((text) => {
    const target = parseRule(text);
    return !('problem' in target) && matchRule(target, tool, true) !== 'no';
  });
}

function failed(event: HookEvent, hook: string, why: string): AppError {
  return {
    code: 'hook/failed',
    message: `The hook ${hook} (${event}) failed: ${why}`,
    params: { hook, event, why },
  };
}
