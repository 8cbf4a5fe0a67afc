import type { KeychainProblem } from '../../../shared/auth.ts';
import { Turns } from '../../../shared/turns.ts';
import { ChunkedSecrets } from './chunkedSecrets.ts';
import { keychainProblem } from './keychainProblem.ts';
import type { SecretStore } from './secretStore.ts';

/** After a failure, nothing more is read for so long: each attempt may show a dialog. */
const quietMs = 30_000;

/**
 * The one way to the keychain: what was written is read back before it is believed, and what the
 * keychain does not take is kept in memory only, until it is written anew; `problem` then says why.
 * Never a plain file. No call rejects.
 *
 * The keychain is asked one thing at a time: it may show a dialog, and each call that hangs in it
 * takes one of the few threads that files and names are looked up on.
 */
export class KeptSecrets implements SecretStore {
  readonly #keychain: ChunkedSecrets;
  /** What was read or written: the keychain is too slow to be asked for each call. */
  readonly #known = new Map<string, Promise<string | undefined>>();
  /** What the keychain did not take; undefined: it did not forget. */
  readonly #unkept = new Map<string, string | undefined>();
  readonly #turns = new Turns();
  #asked = 0;
  #failure: { readonly thrown: unknown; readonly asked: number; readonly at: number } | undefined;
  #isFailing = false;

  constructor(
    keychain: SecretStore,
    private readonly now: () => number = Date.now,
  ) {
    this.#keychain = new ChunkedSecrets(keychain);
  }

  /** Why the keychain can't be used; undefined while it can and has all. */
  get problem(): KeychainProblem | undefined {
    const isComplete = !this.#isFailing && this.#unkept.size === 0;
    return isComplete || this.#failure === undefined
      ? undefined
      : keychainProblem(this.#failure.thrown);
  }

  /** Asks the keychain on the first call only; see {@link reread}. */
  get(account: string): Promise<string | undefined> {
    const known = this.#known.get(account) ?? this.#read(account, undefined);
    this.#known.set(account, known);
    return known;
  }

  /** As the keychain has it now: another process may have written. As known, where it can't be read. */
  reread(account: string): Promise<string | undefined> {
    const read = this.#read(account, this.#known.get(account));
    this.#known.set(account, read);
    return read;
  }

  async set(account: string, secret: string): Promise<void> {
    this.#known.set(account, Promise.resolve(secret));
    await this.#write(account, secret, async () => {
      await this.#keychain.set(account, secret);
      if ((await this.#keychain.get(account)) !== secret) {
        throw new Error('the keychain did not keep what it was given');
      }
    });
  }

  /** Where the keychain can't be used, the secret counts as forgotten until the app ends. */
  async delete(account: string): Promise<void> {
    this.#known.set(account, Promise.resolve(undefined));
    await this.#write(account, undefined, () => this.#keychain.delete(account));
  }

  /** Once the keychain may be open: gives it what is in memory only, and reads the rest anew. */
  async retry(): Promise<void> {
    this.#failure = undefined;
    this.#isFailing = false;
    const unkept = new Map(this.#unkept);
    const given = [...unkept].map(([account, secret]) =>
      secret === undefined ? this.delete(account) : this.set(account, secret),
    );
    const others = [...this.#known.keys()].filter((account) => !unkept.has(account));
    await Promise.all([...given, ...others.map((account) => this.reread(account))]);
  }

  /** Whether a secret will be gone when the app ends. */
  isInMemory(account: string): boolean {
    return this.#unkept.get(account) !== undefined;
  }

  #read(
    account: string,
    before: Promise<string | undefined> | undefined,
  ): Promise<string | undefined> {
    return this.#inTurn(async (asked) => {
      if (this.#unkept.has(account)) return this.#unkept.get(account);
      if (this.#isQuiet()) return before;
      try {
        return await this.#use(asked, () => this.#keychain.get(account));
      } catch {
        return before;
      }
    });
  }

  #write(account: string, secret: string | undefined, work: () => Promise<void>): Promise<void> {
    return this.#inTurn(async (asked) => {
      try {
        await this.#use(asked, work);
        this.#unkept.delete(account);
      } catch {
        this.#unkept.set(account, secret);
      }
    });
  }

  #isQuiet(): boolean {
    const at = this.#failure?.at ?? -Infinity;
    return this.#isFailing && Math.abs(this.now() - at) < quietMs;
  }

  #inTurn<T>(work: (asked: number) => Promise<T>): Promise<T> {
    const asked = ++this.#asked;
    return this.#turns.run(() => work(asked));
  }

  /** Who waited while the keychain failed gets the same failure, or there would be a dialog for each. */
  async #use<T>(asked: number, work: () => Promise<T>): Promise<T> {
    const failure = this.#failure;
    if (failure !== undefined && asked <= failure.asked) throw failure.thrown;
    try {
      const value = await work();
      this.#isFailing = false;
      return value;
    } catch (thrown) {
      this.#failure = { thrown, asked: this.#asked, at: this.now() };
      this.#isFailing = true;
      throw thrown;
    }
  }
}
