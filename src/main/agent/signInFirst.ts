import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { NewQuestion, Questions } from '../servers/questions/questions.ts';
import type { CallOrigin } from '../servers/tools/serverTool.ts';
import type { ServerStarter } from '../tools/builtin/connectMcp.ts';
import type { TurnServers } from './turnRunner.ts';

/** So often one call may ask: to sign in, then for more than that gave. */
const mostAsked = 2;

/**
 * The same servers for a turn: where a call or a connect wants a sign-in first, the person is asked
 * for it in the chat, and it is done again after.
 */
export function signInFirst(
  servers: TurnServers & ServerStarter,
  questions: Pick<Questions, 'ask'>,
): TurnServers & ServerStarter {
  const asking = async <T>(
    server: string,
    origin: CallOrigin | undefined,
    signal: AbortSignal,
    run: () => Promise<T>,
  ): Promise<T> => {
    for (let asked = 0; ; asked += 1) {
      try {
        if (asked > 0) await servers.connect(server, signal);
        return await run();
      } catch (thrown) {
        const question = thrown instanceof AppFailure && signInQuestion(server, thrown.error);
        if (!question || asked === mostAsked || signal.aborted) throw thrown;
        const belongs = origin && { conversationId: origin.conversationId, itemId: origin.itemId };
        const answer = await questions.ask({ ...question, ...belongs }, signal);
        if (answer.action !== 'accept') throw thrown;
      }
    }
  };
  return {
    list: () => servers.list(),
    instructions: () => servers.instructions(),
    connect: (server, signal) =>
      asking(server, undefined, signal, () => servers.connect(server, signal)),
    call: (server, tool, input, options) =>
      asking(server, options.origin, options.signal, () =>
        servers.call(server, tool, input, options),
      ),
  };
}

/** What to ask where a sign-in would mend a failure. */
function signInQuestion(
  server: string,
  { code, params, action }: AppError,
): NewQuestion | undefined {
  if (code === 'server/needs-scope') {
    const scopes = String(params?.['scope'] ?? '').split(' ');
    const named = scopes.filter((scope) => scope !== '');
    return { kind: 'sign-in', server, reason: 'more', scopes: named };
  }
  if (action !== 'sign-in') return undefined;
  const reason = params?.['stale'] === 'true' ? 'stale' : 'never';
  return { kind: 'sign-in', server, reason, scopes: [] };
}
