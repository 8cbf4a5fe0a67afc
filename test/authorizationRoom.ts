import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Authorization } from '../src/main/auth/authorization.ts';
import type { AuthorizationPorts } from '../src/main/auth/authorization.ts';
import { CredentialStore } from '../src/main/auth/keychain/credentialStore.ts';
import { HeadersHelper } from '../src/main/auth/headers/headersHelper.ts';
import { KeptSecrets } from '../src/main/auth/keychain/keptSecrets.ts';
import { MemorySecretStore } from '../src/main/auth/keychain/secretStore.ts';

/** The app's authorization without Electron: in memory, and told to nobody but where `ports` say so. */
export function openAuthorizationRoom(
  ports: Partial<AuthorizationPorts> & Pick<AuthorizationPorts, 'openBrowser'>,
) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-authorization-'));
  const onStep = ports.onStep ?? (() => undefined);
  const store = ports.store ?? new CredentialStore(new KeptSecrets(new MemorySecretStore()));
  const authorization = new Authorization({
    lockFolder: folder,
    fetch,
    now: Date.now,
    readTextFile: (path) => readFile(path, 'utf8'),
    variable: () => undefined,
    language: () => 'en',
    identityProvider: () => undefined,
    onIdentity: () => undefined,
    documentUrl: () => undefined,
    helper: new HeadersHelper({
      environment: async () => process.env,
      redact: (text) => text,
      step: onStep,
      now: Date.now,
    }),
    onChange: () => undefined,
    onSigningIn: () => undefined,
    onSignInOver: () => undefined,
    ...ports,
    store,
    onStep,
  });
  return {
    authorization,
    store,
    /** For what the entries name as files. */
    folder,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
