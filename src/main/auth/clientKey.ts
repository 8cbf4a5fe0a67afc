import type { OAuthConfig } from '../../shared/auth.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { ClientKey } from './clientAuthentication.ts';
import { foreignText } from './foreignText.ts';

/** Reads a small text file; a leading `~/` is the home folder. */
export type ReadTextFile = (path: string) => Promise<string>;

/** The key that an entry names for `private_key_jwt`. Throws `auth/secret-file` {file, why}. */
export async function clientKeyOf(
  oauth: OAuthConfig,
  readTextFile: ReadTextFile,
): Promise<ClientKey | undefined> {
  const { privateKeyFile, signingAlgorithm = 'ES256' } = oauth;
  if (privateKeyFile === undefined) return undefined;
  return { pem: await readSecretFile(privateKeyFile, readTextFile), algorithm: signingAlgorithm };
}

/** Throws `auth/secret-file` {file, why}. */
export async function readSecretFile(file: string, readTextFile: ReadTextFile): Promise<string> {
  let text: string;
  try {
    text = (await readTextFile(file)).trim();
  } catch (error) {
    throw badSecretFile(file, reasonOf(error));
  }
  if (text === '') throw badSecretFile(file, 'it is empty');
  return text;
}

/** A file of the machine that holds no secret that can be used. */
export function badSecretFile(file: string, why: string): AppFailure {
  const params = { file: foreignText(file), why };
  return new AppFailure({
    code: 'auth/secret-file',
    message: `${params.file} can't be used: ${why}`,
    params,
    action: 'edit-server',
  });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read';
  return foreignText(code) || 'it can not be read';
}
