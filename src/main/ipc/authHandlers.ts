import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type AuthHandlers = Pick<Handlers, Extract<keyof Handlers, `auth.${string}`>>;

/** The requests about who we are to servers, each by the entry that is in force. */
export function authHandlers({
  authorization,
  entry,
  supervisor,
}: Pick<Rooms, 'authorization' | 'entry' | 'supervisor'>): AuthHandlers {
  return {
    'auth.view': async (server) => authorization.view(await entry(server)),
    'auth.signIn': async (server) => authorization.signIn(await entry(server)),
    'auth.cancel': (server) => authorization.cancel(server),
    'auth.paste': ({ server, url }) => authorization.paste(server, url),
    'auth.setClient': async ({ server, clientId, clientSecret }) =>
      authorization.setClient(await entry(server), clientId, clientSecret),
    'auth.signOut': async (server) => {
      await authorization.signOut(await entry(server));
      supervisor.restart(server);
    },
    'auth.identity': () => authorization.identity(),
    'auth.signOutIdentity': () => authorization.signOutIdentity(),
  };
}
