import type { Account } from '../../../shared/auth.ts';
import { foreignText } from '../foreignText.ts';
import { readIdToken } from './idToken.ts';

const longest = 200;

/**
 * Who an id token is about, for display: unchecked, cut to 200 characters each (OpenID Connect Core
 * section 5.1). Undefined where it says nothing of it.
 */
export function accountOf(idToken: string | undefined): Account | undefined {
  const claims = idToken === undefined ? undefined : readIdToken(idToken);
  if (claims === undefined) return undefined;
  const subject = foreignText(claims.sub, longest);
  const name =
    foreignText(claims['name'], longest) || foreignText(claims['preferred_username'], longest);
  const email = foreignText(claims['email'], longest);
  if (`${subject}${name}${email}` === '') return undefined;
  return {
    ...(subject !== '' && { subject }),
    ...(name !== '' && { name }),
    ...(email !== '' && { email }),
  };
}
