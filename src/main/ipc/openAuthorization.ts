import { readFile } from 'node:fs/promises';
import type { AuthStep } from '../../shared/auth.ts';
import { Authorization } from '../auth/authorization.ts';
import type { AuthorizationPorts } from '../auth/authorization.ts';
import { CredentialStore } from '../auth/keychain/credentialStore.ts';
import { HeadersHelper } from '../auth/headers/headersHelper.ts';
import type { KeptSecrets } from '../auth/keychain/keptSecrets.ts';
import type { ServerEntry } from '../auth/protectedServer.ts';
import { stepText } from '../auth/stepText.ts';
import { expandHome } from '../config/expandHome.ts';
import type { SettingsFile } from '../config/settingsFile.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import type { Questions } from '../servers/questions/questions.ts';
import { createRedactor } from '../servers/log/redact.ts';
import type { ServerEnvironment } from '../servers/process/serverEnvironment.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Push } from './push.ts';

type Surroundings = Pick<AuthorizationPorts, 'fetch'> & {
  readonly paths: { readonly locks: string };
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly serverEnvironment: ServerEnvironment;
  readonly openExternal: (url: string) => Promise<void>;
  /** Of the system. */
  readonly language: string;
  readonly settings: SettingsFile;
  readonly secrets: KeptSecrets;
  readonly log: ConnectionLog;
  readonly questions: Questions;
  /** There is one by the time that anything is asked of it. */
  readonly supervisor: () => Supervisor;
  /** One of its servers as it runs, with its variables filled in; rejects with an AppFailure. */
  readonly entry: (server: string) => Promise<ServerEntry>;
  readonly push: Push;
  /** The settings show whether the keychain can be used. */
  readonly settingsChanged: () => void;
};

/** Who we are to servers, as this machine and the other rooms have it. */
export function openAuthorization(from: Surroundings): Authorization {
  const { settings, environment, log, questions, push, supervisor } = from;
  const onStep = (server: string, step: AuthStep) => {
    const level = step.verdict === 'refused' ? 'warn' : 'info';
    log.append({ server, at: step.at, kind: 'oauth', level, text: stepText(step), bytes: 0 });
  };
  const authorization = new Authorization({
    store: new CredentialStore(from.secrets),
    lockFolder: from.paths.locks,
    fetch: from.fetch,
    now: Date.now,
    readTextFile: (path) => readFile(expandHome(path, from.home), 'utf8'),
    variable: (name) => environment[name],
    openBrowser: from.openExternal,
    language: () => settings.settings.language ?? from.language,
    documentUrl: () => settings.settings.clientMetadataUrl,
    identityProvider: () => settings.settings.identityProvider,
    onIdentity: () => {
      for (const { name, state } of supervisor().list()) {
        const waits = state.kind === 'needs-auth' && state.cause.code === 'auth/identity-sign-in';
        if (waits) supervisor().start(name, 'retry');
      }
    },
    helper: new HeadersHelper({
      environment: () => from.serverEnvironment.read(),
      redact: createRedactor({}).text,
      step: onStep,
      now: Date.now,
    }),
    // A list that was fetched names addresses, and never a program of this machine.
    mayRunHelper: (server) => supervisor().definition(server).origin?.winner.layer !== 'connectors',
    onStep,
    onChange: (server) => push.snapshot('auth.changed', () => view(server), server),
    onSigningIn: (server) => supervisor().signingIn(server),
    onSignInOver: (server, outcome) => {
      supervisor().signInOver(server, outcome);
      if (outcome.cause === undefined) questions.signedIn(server);
      from.settingsChanged();
    },
  });
  const view = async (server: string) => authorization.view(await from.entry(server));
  return authorization;
}
