import type { AppError } from '../../../shared/errors.ts';
import type { Grant } from '../oauth.ts';
import { withoutSecrets } from '../tokens/tokenFailure.ts';

/** So many are remembered of one server, the latest. */
const mostKnown = 24;

/** What was sent to servers or given by them in this run, to be taken out of what they say. */
export class KnownSecrets {
  readonly #known = new Map<string, Set<string>>();

  add(server: string, values: readonly (string | undefined)[]): void {
    const known = this.#known.get(server) ?? new Set();
    this.#known.set(server, known);
    for (const value of values) {
      if (value === undefined || value === '') continue;
      known.delete(value);
      known.add(value);
    }
    for (const oldest of known) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
  }

  addGrant(server: string, { tokens, client, dpopKey }: Grant): void {
    const { accessToken, refreshToken, idToken } = tokens;
    const key = dpopKey?.['d'];
    const ours = [client.clientSecret, typeof key === 'string' ? key : undefined];
    this.add(server, [...ours, idToken, refreshToken, accessToken]);
  }

  of(server: string): readonly string[] {
    return [...(this.#known.get(server) ?? [])];
  }

  hide(server: string, text: string): string {
    return withoutSecrets(this.of(server), text);
  }

  /** The same error without them, in its sentence and in what fills it. */
  hideInError(server: string, error: AppError): AppError {
    const hidden = Object.entries(error.params ?? {}).map(([name, value]) => [
      name,
      typeof value === 'string' ? this.hide(server, value) : value,
    ]);
    const params = error.params && (Object.fromEntries(hidden) as typeof error.params);
    return { ...error, message: this.hide(server, error.message), ...(params && { params }) };
  }
}
