import { z } from 'zod';
import { AuthorizationServer } from '../oauth.ts';

/** What one sign-in at the identity provider left, for all servers; kept in the keychain. */
export const Identity = z.object({
  authorizationServer: AuthorizationServer,
  clientId: z.string(),
  idToken: z.string(),
  /** Of the id token, an epoch in milliseconds. */
  expiresAt: z.number(),
  /** Where the provider gave one (scope `offline_access`): a new id token without a browser. */
  refreshToken: z.string().optional(),
});
export type Identity = z.infer<typeof Identity>;
