import type { KeyState } from '../../shared/settings.ts';
import { MemorySecretStore } from './secretStore.ts';
import type { SecretStore } from './secretStore.ts';

const account = 'anthropic-api-key';

/** What authenticates to the Messages API: `x-api-key` or `Authorization: Bearer`. */
export type ModelCredential =
  | { readonly kind: 'api-key'; readonly value: string }
  | { readonly kind: 'auth-token'; readonly value: string };

/**
 * The one owner of the model's key. The environment wins, then the keychain; when the keychain
 * can't be used the key lives in memory only and `problem` says why.
 */
export class ModelKey {
  problem: string | undefined;
  readonly #memory = new MemorySecretStore();
  #stored: Promise<string | undefined> | undefined;

  constructor(
    private readonly keychain: SecretStore,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Touches the keychain on its first call only. */
  async credential(): Promise<ModelCredential | undefined> {
    const token = this.environment['ANTHROPIC_AUTH_TOKEN'];
    const key = this.environment['ANTHROPIC_API_KEY'];
    if (key) return { kind: 'api-key', value: key };
    if (token) return { kind: 'auth-token', value: token };
    const stored = (await this.#memory.get(account)) ?? (await this.#read());
    return stored ? { kind: 'api-key', value: stored } : undefined;
  }

  async state(): Promise<KeyState> {
    for (const variable of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']) {
      if (this.environment[variable]) return { kind: 'environment', variable };
    }
    if (await this.#memory.get(account)) return { kind: 'memory' };
    return (await this.#read()) ? { kind: 'keychain' } : { kind: 'none' };
  }

  /** Keeps the key, or forgets it when it is undefined. Read back before it is believed. */
  async set(key: string | undefined): Promise<void> {
    await this.#memory.delete(account);
    this.#stored = undefined;
    try {
      if (key === undefined) await this.keychain.delete(account);
      else {
        await this.keychain.set(account, key);
        if ((await this.keychain.get(account)) !== key) throw new Error('it did not keep the key');
      }
      this.problem = undefined;
    } catch (error) {
      this.problem = reason(error);
      if (key !== undefined) await this.#memory.set(account, key);
    }
  }

  #read(): Promise<string | undefined> {
    this.#stored ??= this.keychain.get(account).catch((error: unknown) => {
      this.problem = reason(error);
      return undefined;
    });
    return this.#stored;
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
