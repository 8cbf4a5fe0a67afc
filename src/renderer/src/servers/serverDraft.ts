import { ServerConfig, ServerName } from '../../../shared/server.ts';

export type EnvironmentRow = { readonly name: string; readonly value: string };

/** What stands in the fields of the form, as typed. */
export type ServerDraft = {
  readonly name: string;
  readonly command: string;
  /** One argument per line. */
  readonly args: string;
  readonly env: readonly EnvironmentRow[];
  readonly cwd: string;
};

/** Keys under `form.problem` of the `servers` namespace, by field. `env` counts rows. */
export type DraftProblems = {
  readonly name?: 'empty' | 'long' | 'control' | 'taken';
  readonly command?: 'empty';
  readonly env?: ReadonlyMap<number, 'empty' | 'invalid' | 'twice'>;
};

export type CheckedDraft =
  | { readonly ok: true; readonly name: string; readonly config: ServerConfig }
  | { readonly ok: false; readonly problems: DraftProblems };

export const emptyDraft: ServerDraft = { name: '', command: '', args: '', env: [], cwd: '' };

export function draftFrom(name: string, config: ServerConfig): ServerDraft {
  return {
    name,
    command: config.command,
    args: config.args.map(writeArgument).join('\n'),
    env: Object.entries(config.env).map(([variable, value]) => ({ name: variable, value })),
    cwd: config.cwd ?? '',
  };
}

/**
 * The entry that a draft describes, or what is wrong with it. Fields that the form does not show
 * (time limits, `disabled`) come from `base`, the entry being edited. `taken` are names in use.
 */
export function checkDraft(
  draft: ServerDraft,
  taken: ReadonlySet<string>,
  base?: ServerConfig,
): CheckedDraft {
  const name = draft.name.trim();
  const rows = draft.env.filter((row) => row.name.trim() !== '' || row.value !== '');
  const nameProblem = checkName(name, taken);
  const env = checkEnvironment(draft.env);
  const { cwd: _cwd, ...rest } = base ?? {};
  const config = ServerConfig.safeParse({
    ...rest,
    command: draft.command.trim(),
    args: draft.args.split(/\r?\n/).flatMap(readArgument),
    env: Object.fromEntries(rows.map((row) => [row.name.trim(), row.value])),
    ...(draft.cwd.trim() === '' ? {} : { cwd: draft.cwd.trim() }),
  });
  if (config.success && !nameProblem && env.size === 0) {
    return { ok: true, name, config: config.data };
  }
  return {
    ok: false,
    problems: {
      ...(nameProblem ? { name: nameProblem } : {}),
      ...(draft.command.trim() === '' ? { command: 'empty' } : {}),
      ...(env.size > 0 ? { env } : {}),
    },
  };
}

function checkName(name: string, taken: ReadonlySet<string>): DraftProblems['name'] {
  if (taken.has(name)) return 'taken';
  const parsed = ServerName.safeParse(name);
  if (parsed.success) return undefined;
  const code = parsed.error.issues[0]?.code;
  if (code === 'too_small') return 'empty';
  return code === 'too_big' ? 'long' : 'control';
}

function checkEnvironment(
  rows: readonly EnvironmentRow[],
): ReadonlyMap<number, 'empty' | 'invalid' | 'twice'> {
  const problems = new Map<number, 'empty' | 'invalid' | 'twice'>();
  const seen = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const name = row.name.trim();
    if (name === '') {
      if (row.value !== '') problems.set(index, 'empty');
    } else if (/[=\p{Cc}]/u.test(name)) problems.set(index, 'invalid');
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
