import type { OAuthConfig } from '../../../shared/auth.ts';
import { AppFailure } from '../../../shared/errors.ts';
import type { ClientKey } from './clientAuthentication.ts';
import { foreignText } from '../foreignText.ts';
import { fileWhys, whyParams, whyText } from '../why.ts';
import type { Why } from '../why.ts';

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
  if (text === '') throw badSecretFile(file, fileWhys.empty);
  return text;
}

/** A file of the machine that holds no secret that can be used. */
export function badSecretFile(file: string, why: Why | string): AppFailure {
  const params = { file: foreignText(file), ...whyParams(why) };
  return new AppFailure({
    code: 'auth/secret-file',
    message: `${params.file} can't be used: ${whyText(why)}`,
    params,
    action: 'edit-server',
  });
}

function reasonOf(error: unknown): Why | string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') return fileWhys.absent;
  if (code === 'EACCES' || code === 'EPERM') return fileWhys.forbidden;
  return foreignText(code) || fileWhys.unreadable;
}
