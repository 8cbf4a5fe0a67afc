import { onTestFinished } from 'vitest';
import { authorizationServer } from '../servers/authorizationServer.ts';
import type { AuthorizationServerOptions } from '../servers/authorizationServer.ts';
import { protectedServer } from '../servers/protectedServer.ts';

/** A server of notes behind a real authorization server; both are gone after the test. */
export async function notesServer(options: AuthorizationServerOptions) {
  const authorization = await authorizationServer(options);
  onTestFinished(authorization.close);
  const resource = await protectedServer({
    issuers: [authorization.issuer],
    introspect: authorization.introspect,
    scopes: ['notes:read'],
    adminScope: 'notes:admin',
  });
  onTestFinished(resource.close);
  return { authorization, resource };
}
