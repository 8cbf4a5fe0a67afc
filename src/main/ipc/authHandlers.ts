import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type AuthHandlers = Pick<Handlers, Extract<keyof Handlers, `auth.${string}`>>;

/** The requests about who we are to servers, each by the entry that is in force. */
export function authHandlers({
  authorization,
  supervisor,
}: Pick<Rooms, 'authorization' | 'supervisor'>): AuthHandlers {
  const entry = (server: string) => supervisor.definition(server);
  return {
    'auth.view': (server) => authorization.view(entry(server)),
    'auth.signIn': (server) => authorization.signIn(entry(server)),
    'auth.cancel': (server) => authorization.cancel(server),
    'auth.paste': ({ server, url }) => authorization.paste(server, url),
    'auth.setClient': ({ server, clientId, clientSecret }) =>
      authorization.setClient(entry(server), clientId, clientSecret),
    'auth.signOut': async (server) => {
      await authorization.signOut(entry(server));
      supervisor.restart(server);
    },
    'auth.identity': () => authorization.identity(),
    'auth.signOutIdentity': () => authorization.signOutIdentity(),
  };
}
