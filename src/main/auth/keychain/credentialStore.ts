import type { z } from 'zod';
import type { KeychainProblem } from '../../../shared/auth.ts';
import { parseJson } from '../../../shared/parseJson.ts';
import { Identity } from '../identity/identity.ts';
import type { KeptSecrets } from './keptSecrets.ts';
import { Grant, OAuthClient } from '../oauth.ts';
import type { ProtectedServer } from '../oauth.ts';
import { stableName } from '../stableName.ts';

/** The entry that something belongs to: two entries for one URL are two accounts. */
type Entry = Pick<ProtectedServer, 'name'>;

/**
 * The credentials of all servers, in the keychain by entry (and by issuer where they are of an
 * authorization server). No call rejects: what can't be read, or is no record of ours, counts as absent.
 */
export class CredentialStore {
  readonly #secrets: KeptSecrets;
  constructor(secrets: KeptSecrets) {
    this.#secrets = secrets;
  }

  /** Why the keychain can't be used; undefined while it can. */
  get problem(): KeychainProblem | undefined {
    return this.#secrets.problem;
  }

  /** Where what a server's entry left is kept now. */
  keptIn(server: Entry): 'keychain' | 'memory' {
    return this.#secrets.isInMemory(grantAccount(server)) ? 'memory' : 'keychain';
  }

  /** Only for the very address that it was given for. From memory, where it was read before. */
  async grant(server: ProtectedServer): Promise<Grant | undefined> {
    return forAddress(server, await this.#secrets.get(grantAccount(server)));
  }

  /** The same, as the keychain has it now: another process may have changed it. */
  async rereadGrant(server: ProtectedServer): Promise<Grant | undefined> {
    return forAddress(server, await this.#secrets.reread(grantAccount(server)));
  }

  /** Resolves when it is stored and was read back. */
  saveGrant(server: Entry, grant: Grant): Promise<void> {
    return this.#secrets.set(grantAccount(server), JSON.stringify(grant));
  }

  deleteGrant(server: Entry): Promise<void> {
    return this.#secrets.delete(grantAccount(server));
  }

  /** Who we are to an authorization server, as registered for this entry. */
  async client(server: Entry, issuer: string): Promise<OAuthClient | undefined> {
    return parsed(OAuthClient, await this.#secrets.get(clientAccount(server, issuer)));
  }

  saveClient(server: Entry, issuer: string, client: OAuthClient): Promise<void> {
    return this.#secrets.set(clientAccount(server, issuer), JSON.stringify(client));
  }

  forgetClient(server: Entry, issuer: string): Promise<void> {
    return this.#secrets.delete(clientAccount(server, issuer));
  }

  /** The client secret that a person entered for this entry. */
  secret(server: Entry): Promise<string | undefined> {
    return this.#secrets.get(secretAccount(server));
  }

  /** Forgets it where the value is undefined. */
  saveSecret(server: Entry, value: string | undefined): Promise<void> {
    const account = secretAccount(server);
    return value === undefined ? this.#secrets.delete(account) : this.#secrets.set(account, value);
  }

  /** Of this identity provider only: what another one gave is not shown to it. */
  async identity(issuer: string): Promise<Identity | undefined> {
    return parsed(Identity, await this.#secrets.get(identityAccount(issuer)));
  }

  /** The same, as the keychain has it now. */
  async rereadIdentity(issuer: string): Promise<Identity | undefined> {
    return parsed(Identity, await this.#secrets.reread(identityAccount(issuer)));
  }

  saveIdentity(issuer: string, identity: Identity): Promise<void> {
    return this.#secrets.set(identityAccount(issuer), JSON.stringify(identity));
  }

  deleteIdentity(issuer: string): Promise<void> {
    return this.#secrets.delete(identityAccount(issuer));
  }
}

const grantAccount = ({ name }: Entry): string => `oauth-grant:${stableName(name)}`;
const secretAccount = ({ name }: Entry): string => `oauth-secret:${stableName(name)}`;
const clientAccount = ({ name }: Entry, issuer: string): string =>
  `oauth-client:${stableName(name)}:${stableName(issuer)}`;
const identityAccount = (issuer: string): string => `oauth-identity:${stableName(issuer)}`;

function forAddress(server: ProtectedServer, text: string | undefined): Grant | undefined {
  const grant = parsed(Grant, text);
  return grant?.serverUrl === server.url ? grant : undefined;
}

function parsed<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  return text === undefined ? undefined : schema.safeParse(parseJson(text)).data;
}
