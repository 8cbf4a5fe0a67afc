import type { Grant, ProtectedServer } from '../../src/main/auth/oauth.ts';

export const madeServer = (parts: Partial<ProtectedServer> = {}): ProtectedServer => ({
  name: 'docs',
  url: 'https://mcp.example/mcp',
  oauth: {},
  ...parts,
});

/** What a sign-in to {@link madeServer} left: tokens of one hour from 0 on. */
export const madeGrant = (parts: Partial<Grant> = {}): Grant => ({
  serverUrl: 'https://mcp.example/mcp',
  authorizationServer: {
    issuer: 'https://login.example',
    tokenEndpoint: 'https://login.example/token',
    promisesIss: false,
    takesMetadataDocuments: false,
  },
  client: { clientId: 'patchbay', source: 'configured' },
  tokens: {
    accessToken: 'access-1',
    tokenType: 'Bearer',
    refreshToken: 'refresh-1',
    obtainedAt: 0,
    expiresAt: 3_600_000,
  },
  ...parts,
});
