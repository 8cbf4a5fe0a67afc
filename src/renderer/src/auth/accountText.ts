import type { Account } from '../../../shared/auth.ts';

/** A name and where to write to; what the account is numbered by only where there is neither. */
export function accountText(account: Account): string {
  const { name, email, subject } = account;
  const said = [name, email].filter((text) => text !== undefined && text !== '');
  return said.length > 0 ? said.join(' · ') : (subject ?? '');
}
