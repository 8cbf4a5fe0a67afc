import type { AppError } from '../../../shared/errors.ts';
import { crossAppRefused } from '../identity/crossApp.ts';
import type { Challenge, ProtectedServer } from '../oauth.ts';
import { oauthError } from './tokenFailure.ts';

/**
 * Of tokens that were got anew, without a person, and that the server refuses all the same: signing
 * in would bring no other ones. `auth/cross-app-refused` for that grant, `auth/oauth-error` else.
 */
export function refusedByServer(
  { url, oauth }: ProtectedServer,
  { error = 'invalid_token', errorDescription }: Challenge,
  secrets: readonly string[],
): AppError {
  const { host } = new URL(url);
  const refusal = oauthError(host, error, errorDescription, secrets).error;
  if (oauth.grant !== 'cross-app') return refusal;
  const { error: named, description } = refusal.params ?? {};
  const said = { host, error: String(named), description: String(description) };
  return crossAppRefused('server', said).error;
}
