import type { CallOutcome, ChatItemOf, ResultPart, ToolCall } from '../../shared/chat.ts';
import { toAppError } from '../../shared/errors.ts';
import type { DecidedBy, Decision, PermissionPrompt } from '../../shared/permission.ts';
import type { CallRequest } from '../permissions/permissions.ts';
import type { CallOptions, ToolOutcome } from '../servers/tools/serverTool.ts';
import type { BuiltinContext, BuiltinOutcome, PlannedRun } from '../tools/builtin/builtinTool.ts';
import { terminalText } from '../tools/builtin/terminalText.ts';
import type { PooledTool } from '../tools/toolPool.ts';
import type { NewCall } from './answerStream.ts';
import type { CallAim } from './callAim.ts';
import { throttledProgress } from './callProgress.ts';

/** A call as permissions and hooks are asked about it. */
export type AskedCall = Pick<CallRequest, 'itemId' | 'tool' | 'input' | 'subject'>;

/** What running calls needs from the rest of the app. */
export type CallPorts = {
  /** Decides, asking the user where that is needed; rejects when the signal is aborted meanwhile. */
  readonly permit: (
    call: AskedCall,
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
  readonly builtin: Omit<BuiltinContext, 'itemId' | 'signal' | 'onView' | 'left'>;
  /** Where calls go on that the turn does not wait for; absent where they can't. */
  readonly background?: CallBackground | undefined;
  /** What is wrong with arguments, in words for the model. */
  readonly checkArguments: (schema: unknown, input: unknown) => string | undefined;
  readonly toParts: (outcome: ToolOutcome) => Promise<ResultPart[]>;
  /** What is to be said to the model besides the result. */
  readonly afterCall?:
    | ((
        call: AskedCall,
        ended: { readonly isError: boolean; readonly parts: readonly ResultPart[] },
        signal: AbortSignal,
      ) => Promise<ResultPart[]>)
    | undefined;
  readonly now: () => number;
};

/** A call, what it means, and what is wrong with its arguments already. */
export type PlannedCall = NewCall & CallAim;

/** The background as one conversation has it (see background.ts). */
export type CallBackground = {
  /** In words for the model, why nothing more can go on there now. */
  readonly refusal: () => string | undefined;
  /** Lets a person send a call there while it runs; the answer takes the offer back. */
  readonly offer: (itemId: string, send: () => void) => () => void;
  /** Takes a call over; answers the item that stays where the turn goes on. */
  readonly take: (item: ChatItemOf<'tool'>, work: LeftWork) => ChatItemOf<'tool'>;
};

/** What goes on of a call that the turn has left. */
export type LeftWork = {
  /** The call as it ended. Never rejects. */
  readonly ended: Promise<ToolCall>;
  readonly stop: () => void;
  /** Tells every state on the way from now on. */
  readonly follow: (update: (item: ChatItemOf<'tool'>) => void) => void;
};

type CallEnd = {
  readonly state: 'done' | 'error' | 'denied' | 'stopped';
  readonly parts: ResultPart[];
  readonly outcome?: CallOutcome | undefined;
  readonly loaded?: readonly string[] | undefined;
  /** Of a call that was denied. */
  readonly decision?: Decision;
};

/**
 * Runs one call to its end, whatever that is: the item's last state has a result. `update` gets
 * every state on the way. Aborting ends it at once, even if the server does not react. A call that
 * is sent to the background ends here with a note, and goes on there.
 */
export async function runCall(
  call: PlannedCall,
  ports: CallPorts,
  signal: AbortSignal,
  update: (item: ChatItemOf<'tool'>) => void,
): Promise<void> {
  let current = call.item;
  let tell = update;
  let isOver = false;
  const set = (change: Partial<ToolCall>): void => {
    if (isOver) return;
    current = { ...current, call: { ...current.call, ...change } };
    tell(current);
  };
  const own = new AbortController();
  const stop = (): void => own.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const door = new Door();
  const ended = endOf(() => attempt(call, ports, own.signal, set, door), own.signal).then((end) => {
    isOver = true;
    return endedCall(current.call, end, ports.now());
  });
  const end = await Promise.race([ended, door.left]);
  signal.removeEventListener('abort', stop);
  door.close();
  if (end !== undefined || !ports.background) {
    update({ ...current, call: end ?? (await ended) });
    return;
  }
  const follow: LeftWork['follow'] = (next) => (tell = next);
  update(ports.background.take(current, { ended, stop, follow }));
}

/** The way of a call out of its turn. */
class Door {
  readonly #leave = new AbortController();
  /** Resolves when the call goes on without its turn. */
  readonly left: Promise<undefined>;
  #takeBack: () => void = () => {};

  constructor() {
    this.left = new Promise((resolve) => {
      this.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
  }

  get signal(): AbortSignal {
    return this.#leave.signal;
  }

  leave(): void {
    this.#leave.abort();
  }

  open(background: CallBackground, itemId: string): void {
    this.#takeBack = background.offer(itemId, () => this.leave());
  }

  close(): void {
    this.#takeBack();
  }
}

function endedCall(call: ToolCall, end: CallEnd, endedAt: number): ToolCall {
  const { prompt: _prompt, progress: _progress, ...rest } = call;
  const { state, outcome, loaded, decision = rest.decision } = end;
  return {
    ...rest,
    state,
    result: state === 'stopped' ? [...end.parts, ...saidSoFar(rest)] : end.parts,
    endedAt,
    ...(outcome && { outcome }),
    ...(loaded && { loaded: [...loaded] }),
    ...(decision && { decision }),
  };
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
    const reason: unknown = signal.reason;
    const why = typeof reason === 'string' ? reason : 'The user stopped this call.';
    if (signal.aborted) return { state: 'stopped', parts: text(why) };
    return { state: 'error', parts: text(toAppError(thrown).message) };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function attempt(
  { item: { id, call }, problem, tool, input, leaves }: PlannedCall,
  ports: CallPorts,
  signal: AbortSignal,
  set: (change: Partial<ToolCall>) => void,
  door: Door,
): Promise<CallEnd> {
  signal.throwIfAborted();
  if (problem !== undefined) return error(problem);
  if (!tool) return error(`There is no tool named ${call.name}. Use one of the listed tools.`);
  const problems = ports.checkArguments(tool.tool.inputSchema, input);
  if (problems !== undefined)
    return error(`The arguments do not fit the tool's schema:\n${problems}`);
  const { background } = ports;
  const refused = leaves ? whyNotThere(background) : undefined;
  if (refused !== undefined) return error(refused);
  const onView: BuiltinContext['onView'] = (view) => set({ view });
  const context = { ...ports.builtin, itemId: id, signal, onView, left: door.signal };
  const builtin = tool.kind === 'builtin' ? tool.tool : undefined;
  let plan: PlannedRun | undefined;
  const look = async (): Promise<void> => {
    plan ??= await builtin?.plan?.(input, context);
    if (plan) onView(plan.view);
  };
  const subject = await builtin?.subject?.(input, context);
  const onAsk = async (prompt: PermissionPrompt): Promise<void> => {
    await look();
    set({ state: 'waiting', prompt });
  };
  const request = { itemId: id, tool, input, subject };
  const decision = await ports.permit(request, onAsk, signal);
  if (decision.verdict === 'deny') {
    return { state: 'denied', parts: text(refusal(decision.by)), decision };
  }
  await look();
  set({ state: 'running', startedAt: ports.now(), prompt: undefined, decision });
  if (background && (tool.kind === 'server' || tool.tool.mayGoOn === true)) {
    if (leaves && background.refusal() === undefined) door.leave();
    else door.open(background, id);
  }
  const outcome = await run(tool, input, ports, { context, plan }, set);
  const parts = [...(await ports.toParts(outcome)), ...(outcome.parts ?? [])];
  const { isError } = outcome;
  const added = (await ports.afterCall?.(request, { isError, parts }, signal)) ?? [];
  return {
    state: isError ? 'error' : 'done',
    parts: [...parts, ...added],
    outcome: outcome.summary,
    loaded: outcome.loaded,
  };
}

async function run(
  tool: PooledTool,
  input: PlannedCall['input'],
  ports: CallPorts,
  { context, plan }: { readonly context: BuiltinContext; readonly plan: PlannedRun | undefined },
  set: (change: Partial<ToolCall>) => void,
): Promise<BuiltinOutcome> {
  if (tool.kind === 'builtin') return plan ? plan.run() : tool.tool.run(input, context);
  const { signal, itemId } = context;
  return ports.callServer(tool.tool.server, tool.tool.name, input, {
    itemId,
    signal,
    onLogged: (logSeq) => set({ logSeq }),
    onProgress: throttledProgress((progress) => set({ progress }), ports.now),
  });
}

function whyNotThere(background: CallBackground | undefined): string | undefined {
  return background
    ? background.refusal()
    : 'Nothing can go on in the background here. Wait for it.';
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
  if (by.kind === 'hook') return `A hook of the user blocked this call: ${by.reason}`;
  if (by.kind === 'mode') return 'The user lets only read-only tools run now. It did not run.';
  if (by.kind === 'plan') {
    return 'Your plan is not approved yet, so this call did not run. Until it is, only read and plan: submit_plan, send_message, list_tasks, read_file, and tools marked (readOnly).';
  }
  return 'The user refused this call. It did not run.';
}

const error = (message: string): CallEnd => ({ state: 'error', parts: text(message) });

const text = (body: string): ResultPart[] => [{ kind: 'text', text: body }];
