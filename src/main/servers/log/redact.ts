import type { AppError } from '../../../shared/errors.ts';
import { secretAfter, secretShapes } from './secretShapes.ts';

/** At most this many characters of one message are kept, and of one string in it. */
const keptCharacters = 256 * 1024;
const keptOfString = 16 * 1024;
const deepest = 64;
/** Read beyond the cut, so that a secret that straddles it is still recognised. */
const overlap = 1024;

/** Words of a key that make its value a secret. */
const secretWords: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'apikey',
  'bearer',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'passphrase',
  'passwd',
  'password',
  'pwd',
  'secret',
  'secrets',
  'token',
]);
/** Two words that do so together. */
const secretPairs: ReadonlySet<string> = new Set([
  'api key',
  'access key',
  'private key',
  'secret key',
  'session id',
  'signing key',
]);
/** Keys with such a word that are no secrets: counts, paging and MCP's own. */
const harmless = [
  /^(progress|page|next page|next|prev|continuation|sync|csrf header) token$/,
  /^(max|min|total|input|output|cached|prompt|completion) token$/,
  /token (type|count|limit|endpoint|url|usage|budget|expiry|expires)/,
  /auth (type|method|url|endpoint|server|scheme|required)/,
];

/** Takes secrets out of what is about to be kept. */
export type Redactor = {
  /** Of a line of text. */
  readonly text: (text: string) => string;
  /** Of a JSON value: JSON text, bounded in size and still valid. */
  readonly json: (value: unknown) => string;
  /** Of a failure, in its sentence and in what fills it. */
  readonly error: (error: AppError) => AppError;
};

/** How a hidden value is shown. */
function hidden(value: string): string {
  return `hidden, ${value.length} characters`;
}

/**
 * `environment` is what the server was given: its values never appear, wherever they stand. Nor do
 * those that `inForce` answers: the tokens of the moment.
 */
export function createRedactor(
  environment: Readonly<Record<string, string>>,
  inForce: () => readonly string[] = () => [],
): Redactor {
  const known = Object.entries(environment)
    .filter(([name, value]) => value.length >= (isSecretKey(name) ? 6 : 8))
    .map(([, value]) => value);
  // Longest first: one may be a part of another.
  known.sort((a, b) => b.length - a.length);

  const text = (input: string): string => {
    let output = input;
    for (const value of inForce()) {
      if (value.length >= 6) output = output.replaceAll(value, hidden(value));
    }
    for (const value of known) output = output.replaceAll(value, hidden(value));
    for (const shape of secretShapes) {
      output = output.replace(shape, (match: string, lead: string) => {
        return lead + hidden(match.slice(lead.length));
      });
    }
    return output;
  };

  return {
    text,
    json: (value) => JSON.stringify(new Copy(text).of(value, '', 0)) ?? 'null',
    error: (error) => ({
      ...error,
      message: text(error.message),
      ...(error.params && {
        params: Object.fromEntries(
          Object.entries(error.params).map(([name, value]) => [
            name,
            typeof value === 'string' ? text(value) : value,
          ]),
        ),
      }),
    }),
  };
}

/** Whether a key or a variable of that name holds a secret. */
export function isSecretKey(key: string): boolean {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
  const phrase = words.join(' ');
  if (harmless.some((shape) => shape.test(phrase))) return false;
  return words.some(
    (word, at) => secretWords.has(word) || secretPairs.has(`${word} ${words[at + 1] ?? ''}`),
  );
}

/** One walk through a message that copies what fits, without its secrets. */
class Copy {
  #left = keptCharacters;

  constructor(private readonly text: (input: string) => string) {}

  of(value: unknown, key: string, depth: number): unknown {
    if (typeof value === 'string') return this.#string(value, key);
    if (typeof value !== 'object' || value === null) {
      this.#left -= 8;
      return typeof value === 'number' && /passw|pin$/i.test(key) ? hidden(String(value)) : value;
    }
    if (depth > deepest) return 'cut, nested too deeply';
    return Array.isArray(value) ? this.#array(value, key, depth) : this.#object(value, depth);
  }

  #string(value: string, key: string): string {
    const full = Math.min(keptOfString, Math.max(0, this.#left));
    if (value !== '' && isSecretKey(key)) {
      this.#left -= 24;
      return hidden(value);
    }
    const kept = this.text(value.slice(0, full + overlap)).slice(0, full);
    this.#left -= kept.length + 2;
    return value.length > full ? `${kept} … cut, ${value.length} characters in all` : kept;
  }

  #array(items: readonly unknown[], key: string, depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const [at, item] of items.entries()) {
      if (this.#left <= 0) {
        copy.push(`cut, ${items.length - copy.length} more items`);
        break;
      }
      copy.push(this.of(this.#argument(item, items[at - 1]), key, depth + 1));
    }
    return copy;
  }

  #argument(item: unknown, before: unknown): unknown {
    if (typeof item !== 'string') return item;
    const secret = secretAfter(before, item);
    return secret === undefined ? item : item.slice(0, -secret.length) + hidden(secret);
  }

  #object(object: object, depth: number): Record<string, unknown> {
    const entries = Object.entries(object);
    const copy: [string, unknown][] = [];
    for (const [key, value] of entries) {
      if (this.#left <= 0) {
        copy.push(['cut', `${entries.length - copy.length} more keys`]);
        break;
      }
      this.#left -= key.length + 4;
      copy.push([key, this.of(value, key, depth + 1)]);
    }
    // fromEntries, because assigning to `__proto__` would not make a key of it.
    return Object.fromEntries(copy);
  }
}
