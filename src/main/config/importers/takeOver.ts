import { isRecord } from '../../../shared/jsonPointer.ts';
import { ServerConfig, ServerName } from '../../../shared/server.ts';
import { whys } from '../../../shared/whys.ts';
import type { RawEntry } from './client.ts';

export type TakenOver = {
  readonly name: string;
  /** Always disabled: taking a server over starts nothing. */
  readonly config: ServerConfig;
  /** Fields of the entry that are not in `config`. */
  readonly leftOut: readonly string[];
};

/** What says nothing about the server itself, so that nobody misses it. */
const passedOver: ReadonlySet<string> = new Set(
  (
    'type disabled enabled autoApprove alwaysAllow disabledTools trusted ' +
    'description source gallery version settings isActive name'
  ).split(' '),
);

/**
 * The entry of `mcpServers` that another client's entry becomes. Trust never comes along, nor a
 * helper that runs a program of its own. `why`, in plain words that go on a sentence, else.
 */
export function takeOver(raw: RawEntry, home: string): TakenOver | { readonly why: string } {
  if (raw.refused !== undefined) return { why: raw.refused };
  if (!isRecord(raw.entry)) return { why: whys['not-an-object'] };
  const name = cleanName(raw.name);
  if (name === undefined) return { why: whys['no-name'] };
  const { trusted: _, headersHelper: __, oauth, ...rest } = raw.entry;
  const entry = withHome(
    {
      ...rest,
      disabled: true,
      ...('env' in rest ? { env: stringValues(rest['env']) } : {}),
    },
    home,
  );
  const authorized =
    oauth === undefined ? undefined : ServerConfig.safeParse({ ...(entry as object), oauth });
  const parsed = authorized?.success ? authorized : ServerConfig.safeParse(entry);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join('.') ?? '';
    return { why: `${field === '' ? '' : `${field}: `}${issue?.message ?? 'it is not valid'}` };
  }
  const leftOut = Object.keys(raw.entry).filter(
    (field) => !(field in parsed.data) && !passedOver.has(field),
  );
  return { name, config: parsed.data, leftOut };
}

/** Some clients take numbers and booleans as values of variables; a process gets only text. */
function stringValues(values: unknown): unknown {
  if (!isRecord(values)) return values === null ? {} : values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : value,
    ]),
  );
}

/** Cursor's and VS Code's `${userHome}` is known now; other names are looked up at the start. */
function withHome(value: unknown, home: string): unknown {
  if (typeof value === 'string') return value.replace(/\$\{userHome\}/g, () => home);
  if (Array.isArray(value)) return value.map((part) => withHome(part, home));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withHome(part, home)]),
  );
}

function cleanName(name: string): string | undefined {
  const clean = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim();
  const parsed = ServerName.safeParse(clean.slice(0, 60).replace(/\p{Cs}/gu, ''));
  return parsed.success ? parsed.data : undefined;
}

/** The name itself, or the first of `name-2`, `name-3` … that nobody has. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let n = 2; ; n++) if (!taken.has(`${name}-${n}`)) return `${name}-${n}`;
}

/** The names in every `${secret:NAME}` of an entry, in order, each once. */
export function secretNames(config: unknown): readonly string[] {
  const found = JSON.stringify(config).matchAll(/\$\{secret:([^}"\\]+)\}/g);
  return [...new Set([...found].map(([, name = '']) => name))];
}
