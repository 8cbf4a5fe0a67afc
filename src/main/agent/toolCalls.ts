import type { CallOutcome, ChatItemOf, ResultPart, ToolCall } from '../../shared/chat.ts';
import { toAppError } from '../../shared/errors.ts';
import type { DecidedBy, Decision, PermissionPrompt } from '../../shared/permission.ts';
import type { CallRequest } from '../permissions/permissions.ts';
import type { CallOptions, ToolOutcome } from '../servers/serverTool.ts';
import type { BuiltinContext, BuiltinOutcome, PlannedRun } from '../tools/builtin/builtinTool.ts';
import { terminalText } from '../tools/builtin/terminalText.ts';
import type { PooledTool } from '../tools/toolPool.ts';
import type { NewCall } from './answerStream.ts';

/** What running calls needs from the rest of the app. */
export type CallPorts = {
  /** Decides, asking the user where that is needed; rejects when the signal is aborted meanwhile. */
  readonly permit: (
    call: Pick<CallRequest, 'itemId' | 'tool' | 'input' | 'subject'>,
    onAsk: (prompt: PermissionPrompt) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<Decision>;
  readonly callServer: (
    server: string,
    tool: string,
    input: Record<string, unknown>,
    options: CallOptions & { readonly itemId: string },
  ) => Promise<ToolOutcome>;
  /** What built-in tools get besides what is of one call. */
  readonly builtin: Omit<BuiltinContext, 'signal' | 'onView'>;
  /** What is wrong with arguments, in words for the model. */
  readonly checkArguments: (schema: unknown, input: unknown) => string | undefined;
  readonly toParts: (outcome: ToolOutcome) => Promise<ResultPart[]>;
  readonly now: () => number;
};

/** A call, the tool its name means (if any), and what is wrong with its arguments already. */
export type PlannedCall = NewCall & { readonly tool: PooledTool | undefined };

type CallEnd = {
  readonly state: 'done' | 'error' | 'denied' | 'stopped';
  readonly parts: ResultPart[];
  readonly outcome?: CallOutcome | undefined;
  readonly loaded?: readonly string[] | undefined;
  /** Of a call that was denied. */
  readonly decision?: Decision;
};

const minProgressMs = 100;

/**
 * Runs one call to its end, whatever that is: the item's last state has a result. `update` gets
 * every state on the way. Aborting ends it at once, even if the server does not react.
 */
export async function runCall(
  call: PlannedCall,
  ports: CallPorts,
  signal: AbortSignal,
  update: (item: ChatItemOf<'tool'>) => void,
): Promise<void> {
  let current = call.item;
  const set = (change: Partial<ToolCall>): void => {
    current = { ...current, call: { ...current.call, ...change } };
    update(current);
  };
  let isOver = false;
  const setWhileOpen = (change: Partial<ToolCall>): void => {
    if (!isOver) set(change);
  };
  const end = await endOf(() => attempt(call, ports, signal, setWhileOpen), signal);
  isOver = true;
  const { prompt: _prompt, progress: _progress, ...rest } = current.call;
  current = { ...current, call: rest };
  const { state, outcome, loaded, decision = rest.decision } = end;
  const parts = state === 'stopped' ? [...end.parts, ...saidSoFar(rest)] : end.parts;
  const more = {
    ...(outcome && { outcome }),
    ...(loaded && { loaded: [...loaded] }),
    ...(decision && { decision }),
  };
  set({ state, result: parts, endedAt: ports.now(), ...more });
}

/** The end of an attempt, or of the wait for it when the user stops it. */
async function endOf(run: () => Promise<CallEnd>, signal: AbortSignal): Promise<CallEnd> {
  let onAbort = (): void => {};
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(new Error('stopped'));
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
    });
    return await Promise.race([stopped, run()]);
  } catch (thrown) {
    if (signal.aborted) return { state: 'stopped', parts: text('The user stopped this call.') };
    return { state: 'error', parts: text(toAppError(thrown).message) };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function attempt(
  { item: { id, call }, problem, tool }: PlannedCall,
  ports: CallPorts,
  signal: AbortSignal,
  set: (change: Partial<ToolCall>) => void,
): Promise<CallEnd> {
  signal.throwIfAborted();
  if (problem !== undefined) return error(problem);
  if (!tool) return error(`There is no tool named ${call.name}. Use one of the listed tools.`);
  const problems = ports.checkArguments(tool.tool.inputSchema, call.input);
  if (problems !== undefined)
    return error(`The arguments do not fit the tool's schema:\n${problems}`);
  const onView: BuiltinContext['onView'] = (view) => set({ view });
  const context = { ...ports.builtin, signal, onView };
  const builtin = tool.kind === 'builtin' ? tool.tool : undefined;
  let plan: PlannedRun | undefined;
  const look = async (): Promise<void> => {
    plan ??= await builtin?.plan?.(call.input, context);
    if (plan) onView(plan.view);
  };
  const subject = await builtin?.subject?.(call.input, context);
  const onAsk = async (prompt: PermissionPrompt): Promise<void> => {
    await look();
    set({ state: 'waiting', prompt });
  };
  const request = { itemId: id, tool, input: call.input, subject };
  const decision = await ports.permit(request, onAsk, signal);
  if (decision.verdict === 'deny') {
    return { state: 'denied', parts: text(refusal(decision.by)), decision };
  }
  await look();
  set({ state: 'running', startedAt: ports.now(), prompt: undefined, decision });
  const outcome = await run(tool, { id, call }, ports, { context, plan }, set);
  return {
    state: outcome.isError ? 'error' : 'done',
    parts: [...(await ports.toParts(outcome)), ...(outcome.parts ?? [])],
    outcome: outcome.summary,
    loaded: outcome.loaded,
  };
}

async function run(
  tool: PooledTool,
  { id: itemId, call }: Pick<ChatItemOf<'tool'>, 'id' | 'call'>,
  ports: CallPorts,
  { context, plan }: { readonly context: BuiltinContext; readonly plan: PlannedRun | undefined },
  set: (change: Partial<ToolCall>) => void,
): Promise<BuiltinOutcome> {
  if (tool.kind === 'builtin') return plan ? plan.run() : tool.tool.run(call.input, context);
  const { signal } = context;
  let lastProgress = Number.NEGATIVE_INFINITY;
  return ports.callServer(tool.tool.server, tool.tool.name, call.input, {
    itemId,
    signal,
    onLogged: (logSeq) => set({ logSeq }),
    onProgress: ({ progress, total, message }) => {
      if (ports.now() - lastProgress < minProgressMs) return;
      lastProgress = ports.now();
      set({
        progress: {
          progress,
          ...(total !== undefined && { total }),
          ...(message !== undefined && { message }),
        },
      });
    },
  });
}

/** What a command had put out when it was stopped. */
function saidSoFar({ view }: Pick<ToolCall, 'view'>): ResultPart[] {
  const said = view?.kind === 'terminal' ? terminalText(view) : '';
  return said === '' ? [] : text(`It had put out:\n${said}`);
}

/** In words for the model. */
function refusal(by: DecidedBy): string {
  if (by.kind === 'rule') {
    return `A rule of the user forbids this call (deny ${by.rule.text}). It did not run.`;
  }
  if (by.kind === 'mode') return 'The user lets only read-only tools run now. It did not run.';
  return 'The user refused this call. It did not run.';
}

const error = (message: string): CallEnd => ({ state: 'error', parts: text(message) });

const text = (body: string): ResultPart[] => [{ kind: 'text', text: body }];
