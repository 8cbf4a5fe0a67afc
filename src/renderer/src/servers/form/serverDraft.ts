import { ServerEdit, ServerName, transportOf } from '../../../../shared/server.ts';
import type { TransportKind } from '../../../../shared/server.ts';
import { checkOAuth, oauthDraftFrom, oauthOf } from './oauthDraft.ts';
import type { OAuthDraft, OAuthProblems } from './oauthDraft.ts';

/** A variable or a header. The value is null where the one in the settings file stays. */
export type ValueRow = { readonly name: string; readonly value: string | null };

/** What stands in the fields of the form, as typed. */
export type ServerDraft = {
  readonly name: string;
  readonly kind: TransportKind;
  readonly command: string;
  /** One argument per line. */
  readonly args: string;
  readonly env: readonly ValueRow[];
  readonly cwd: string;
  readonly url: string;
  readonly headers: readonly ValueRow[];
  readonly oauth: OAuthDraft;
  /** It may ask for the use of the model. */
  readonly trusted: boolean;
};

export type RowProblem = 'empty' | 'invalid' | 'twice';
/** Keys under `form.problem` of the `servers` namespace, by field. `env`, `headers` count rows. */
export type DraftProblems = {
  readonly name?: 'empty' | 'long' | 'control' | 'taken';
  readonly command?: 'empty';
  readonly url?: 'empty' | 'http' | 'ws';
  readonly env?: ReadonlyMap<number, RowProblem>;
  readonly headers?: ReadonlyMap<number, RowProblem>;
  readonly oauth?: OAuthProblems;
};

export type CheckedDraft =
  | { readonly ok: true; readonly name: string; readonly config: ServerEdit }
  | { readonly ok: false; readonly problems: DraftProblems };

const noFields = {
  command: '',
  args: '',
  env: [],
  cwd: '',
  url: '',
  headers: [],
  oauth: oauthDraftFrom(),
  trusted: false,
};
export const emptyDraft: ServerDraft = { name: '', kind: 'stdio', ...noFields };

export function draftFrom(name: string, config: ServerEdit): ServerDraft {
  const { trusted = false } = config;
  const draft = { ...emptyDraft, name, kind: transportOf(config), trusted };
  if ('command' in config) {
    const { command, args, env, cwd = '' } = config;
    return { ...draft, command, args: args.map(writeArgument).join('\n'), env: rowsOf(env), cwd };
  }
  if (!('headers' in config)) return draft;
  const oauth = 'oauth' in config ? oauthDraftFrom(config.oauth) : draft.oauth;
  return { ...draft, url: config.url ?? '', headers: rowsOf(config.headers), oauth };
}

/**
 * The entry that a draft describes, or what is wrong with it. Fields that the form does not show
 * (time limits, `disabled`) come from `base`, the entry being edited. `taken` are names in use.
 */
export function checkDraft(
  draft: ServerDraft,
  taken: ReadonlySet<string>,
  base?: ServerEdit,
): CheckedDraft {
  const name = draft.name.trim();
  const nameProblem = checkName(name, taken);
  const isLocal = draft.kind === 'stdio';
  const command = isLocal && draft.command.trim() === '' ? 'empty' : undefined;
  const url = checkUrl(draft.kind, draft.url.trim());
  const env = checkRows(isLocal ? draft.env : [], /[=\p{Cc}]/u);
  // RFC 9110, 5.6.2: the name of a field is a token.
  const headers = checkRows(isLocal ? [] : draft.headers, /[^\w!#$%&'*+.^`|~-]/);
  const oauth = hasOAuth(draft.kind) ? checkOAuth(draft.oauth) : {};
  const problems: DraftProblems = {
    ...(nameProblem ? { name: nameProblem } : {}),
    ...(command ? { command } : {}),
    ...(url ? { url } : {}),
    ...(env.size > 0 ? { env } : {}),
    ...(headers.size > 0 ? { headers } : {}),
    ...(Object.keys(oauth).length > 0 ? { oauth } : {}),
  };
  const config = ServerEdit.safeParse(entryOf(draft, base));
  return config.success && Object.keys(problems).length === 0
    ? { ok: true, name, config: config.data }
    : { ok: false, problems };
}

function entryOf(draft: ServerDraft, base: ServerEdit | undefined): object {
  const { kind } = draft;
  const isSame = base !== undefined && transportOf(base) === kind;
  // Plain http may turn out to be an older sse server; a stated type would forbid that.
  const newType = kind === 'stdio' || kind === 'http' ? undefined : kind;
  const type = isSame ? base.type : newType;
  const { disabled, roots, connectTimeoutMs, toolTimeoutMs } = base ?? {};
  const { idleTimeoutMs, healthCheckMs } = base ?? {};
  const limits = { connectTimeoutMs, toolTimeoutMs, idleTimeoutMs, healthCheckMs };
  const trusted = draft.trusted || (base?.trusted === undefined ? undefined : false);
  const common = { type, disabled, trusted, roots, ...limits };
  const given = Object.fromEntries(
    Object.entries(common).filter(([, value]) => value !== undefined),
  );
  // What an IDE or a server inside Patchbay is called has no field here.
  const unseen = isSame && (kind === 'sse-ide' || kind === 'sdk') ? base : {};
  if (kind === 'sdk') return { ...unseen, ...given };
  if (kind !== 'stdio') {
    const url = draft.url.trim();
    const authorization = hasOAuth(kind) ? authorizationOf(draft, base) : {};
    return {
      ...unseen,
      ...given,
      ...authorization,
      url: url === '' ? undefined : url,
      headers: valuesOf(draft.headers),
    };
  }
  const cwd = draft.cwd.trim();
  const args = draft.args.split(/\r?\n/).flatMap(readArgument);
  const env = valuesOf(draft.env);
  return { ...given, command: draft.command.trim(), args, env, ...(cwd === '' ? {} : { cwd }) };
}

/** A program has nothing of that, and an editor's lock file says all of it. */
export const hasOAuth = (kind: TransportKind): boolean =>
  kind === 'http' || kind === 'sse' || kind === 'ws';

/** `headersHelper` has no field here. */
function authorizationOf(draft: ServerDraft, base: ServerEdit | undefined): object {
  const kept =
    base !== undefined && 'headers' in base && base.type !== 'sse-ide' ? base : undefined;
  const headersHelper = kept?.headersHelper;
  const oauth = oauthOf(draft.oauth, kept?.oauth);
  return { ...(headersHelper && { headersHelper }), ...(oauth && { oauth }) };
}

const rowsOf = (values: Readonly<Record<string, string | null>>): readonly ValueRow[] =>
  Object.entries(values).map(([name, value]) => ({ name, value }));

const valuesOf = (rows: readonly ValueRow[]): object =>
  Object.fromEntries(
    rows
      .filter((row) => row.name.trim() !== '' || row.value !== '')
      .map((row) => [row.name.trim(), row.value]),
  );

function checkUrl(kind: TransportKind, url: string): DraftProblems['url'] {
  if (kind === 'stdio' || kind === 'sdk' || (kind === 'sse-ide' && url === '')) return undefined;
  if (url === '') return 'empty';
  // It is an address once its variables are filled in, as its server starts.
  if (/\$\{[^{}]+\}/.test(url)) return undefined;
  const scheme = kind === 'ws' ? 'ws' : 'http';
  return new RegExp(`^${scheme}s?://[^/]`, 'i').test(url) && isUrl(url) ? undefined : scheme;
}

function isUrl(text: string): boolean {
  try {
    return Boolean(new URL(text));
  } catch {
    return false;
  }
}

function checkName(name: string, taken: ReadonlySet<string>): DraftProblems['name'] {
  if (taken.has(name)) return 'taken';
  const parsed = ServerName.safeParse(name);
  if (parsed.success) return undefined;
  const code = parsed.error.issues[0]?.code;
  if (code === 'too_small') return 'empty';
  return code === 'too_big' ? 'long' : 'control';
}

function checkRows(rows: readonly ValueRow[], illegal: RegExp): ReadonlyMap<number, RowProblem> {
  const problems = new Map<number, RowProblem>();
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const name = row.name.trim();
    if (name === '') {
      if (row.value !== '') problems.set(index, 'empty');
    } else if (illegal.test(name)) problems.set(index, 'invalid');
    else if (seen.has(name)) problems.set(index, 'twice');
    seen.add(name);
  }
  return problems;
}

/** An argument that a line cannot hold (empty, with line ends or outer spaces) is a JSON string. */
function writeArgument(argument: string): string {
  const plain = argument !== '' && argument.trim() === argument && !/[\r\n]|^"/.test(argument);
  return plain ? argument : JSON.stringify(argument);
}

function readArgument(line: string): readonly string[] {
  const text = line.trim();
  if (text === '') return [];
  if (!text.startsWith('"')) return [text];
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? [value] : [text];
  } catch {
    return [text];
  }
}
