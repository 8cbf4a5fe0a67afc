import { fail, ok, toAppError } from '../../shared/errors.ts';
import type { Result } from '../../shared/errors.ts';
import { requests } from '../../shared/ipc.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../shared/ipc.ts';

type AllHandlers = {
  readonly [N in RequestName]: (
    input: RequestInput<N>,
  ) => RequestOutput<N> | Promise<RequestOutput<N>>;
};
/** What needs nothing but the window, and so works whatever became of the rest. */
export type WindowHandlers = Pick<
  AllHandlers,
  'window.minimise' | 'window.toggleMaximise' | 'window.zoom' | 'window.close' | 'window.quit'
>;
export type Handlers = Omit<AllHandlers, keyof WindowHandlers>;

/** The one channel that requests come in by, and the one that events go out by. */
const requestChannel = 'patchbay:request';
export const eventChannel = 'patchbay:event';

/** Electron's ipcMain as far as it is needed here. */
export type IpcDoor<Event> = {
  handle(
    channel: string,
    listener: (event: Event, name: unknown, input: unknown) => Promise<Result<unknown>>,
  ): void;
};

/**
 * The door from the windows: only a trusted sender, only a known name, only an input that fits its
 * schema. Whatever happens the answer is a Result, because error classes do not survive IPC.
 * `handlers` is asked for with each request, so that nothing need be ready before the first one.
 */
export function openRouter<Event>(
  door: IpcDoor<Event>,
  isTrusted: (event: Event) => boolean,
  ofWindow: WindowHandlers,
  handlers: () => Promise<Handlers>,
): void {
  door.handle(requestChannel, async (event, name, input) => {
    if (!isTrusted(event)) return refuse('ipc/untrusted-sender', 'the sender is not our window');
    if (typeof name !== 'string' || !Object.hasOwn(requests, name)) {
      return refuse('ipc/unknown-request', `there is no request ${JSON.stringify(name)}`);
    }
    const known = name as RequestName;
    const parsed = requests[known].input.safeParse(input);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      const where = [known, ...(issue?.path ?? [])].join('.');
      return refuse('ipc/bad-input', `${where}: ${issue?.message ?? 'is not valid'}`);
    }
    try {
      const all = known in ofWindow ? ofWindow : await handlers();
      const handle = (all as AllHandlers)[known] as (input: unknown) => unknown;
      return ok(await handle(parsed.data));
    } catch (error) {
      return fail(toAppError(error));
    }
  });
}

const refuse = (code: string, message: string): Result<never> =>
  fail({ code, message, params: { message } });
