import type { KeyState } from '../../shared/settings.ts';
import type { KeptSecrets } from './keychain/keptSecrets.ts';

const account = 'anthropic-api-key';

/** What authenticates to the Messages API: `x-api-key` or `Authorization: Bearer`. */
export type ModelCredential =
  | { readonly kind: 'api-key'; readonly value: string }
  | { readonly kind: 'auth-token'; readonly value: string };

/** The one owner of the model's key. The environment wins, then what is kept. */
export class ModelKey {
  constructor(
    private readonly secrets: KeptSecrets,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  /** Touches the keychain on its first call only. */
  async credential(): Promise<ModelCredential | undefined> {
    const token = this.environment['ANTHROPIC_AUTH_TOKEN'];
    const key = this.environment['ANTHROPIC_API_KEY'];
    if (key) return { kind: 'api-key', value: key };
    if (token) return { kind: 'auth-token', value: token };
    const stored = await this.secrets.get(account);
    return stored ? { kind: 'api-key', value: stored } : undefined;
  }

  async state(): Promise<KeyState> {
    for (const variable of ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']) {
      if (this.environment[variable]) return { kind: 'environment', variable };
    }
    if (!(await this.secrets.get(account))) return { kind: 'none' };
    return this.secrets.isInMemory(account) ? { kind: 'memory' } : { kind: 'keychain' };
  }

  /** Keeps the key, or forgets it when it is undefined. */
  async set(key: string | undefined): Promise<void> {
    if (key === undefined) await this.secrets.delete(account);
    else await this.secrets.set(account, key);
  }
}
