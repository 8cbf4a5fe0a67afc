import { onTestFinished } from 'vitest';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import type { AuthorizationServerOptions } from '../../servers/authorizationServer.ts';
import { protectedServer } from '../../servers/protectedServer.ts';
import type { ProtectedServerOptions } from '../../servers/protectedServer.ts';

/** A protected server with its authorization server; ended with the test. */
export async function peers(
  options: {
    readonly authorization?: AuthorizationServerOptions;
    readonly resource?: Partial<ProtectedServerOptions>;
  } = {},
) {
  const authorization = await authorizationServer({
    scopes: ['mcp:use', 'mcp:admin'],
    ...options.authorization,
  });
  onTestFinished(authorization.close);
  const resource = await protectedServer({
    issuers: [authorization.issuer],
    introspect: authorization.introspect,
    scopes: ['mcp:use'],
    adminScope: 'mcp:admin',
    ...options.resource,
  });
  onTestFinished(resource.close);
  return { authorizationServer: authorization, resource };
}
