import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { JSONPath, Node, ParseError } from 'jsonc-parser';
import { z } from 'zod';
import { ConnectorsUrl } from '../../shared/adding.ts';
import { ClientMetadataUrl, IdentityProvider } from '../../shared/auth.ts';
import { KeyBindings } from '../../shared/keys.ts';
import { ChannelBounds } from '../../shared/channel.ts';
import { contextFields } from '../../shared/context.ts';
import { logFields } from '../../shared/logSettings.ts';
import { noticeFields } from '../../shared/notices.ts';
import type { HookEntry } from '../../shared/hook.ts';
import { ServerConfig, ServerName } from '../../shared/server.ts';
import { Language, Theme } from '../../shared/settings.ts';
import type { ConfigProblem } from '../../shared/settings.ts';
import { teamFields } from '../../shared/team.ts';
import { whyParam, whys } from '../../shared/whys.ts';
import { keysTwice, oddText } from './jsonFaults.ts';
import { ServerMatch } from './managed.ts';
import { parseHooks } from './parseHooks.ts';
import { noPermissions, parsePermissions } from './parsePermissions.ts';
import type { PermissionSettings } from './parsePermissions.ts';

/** What settings.json may say besides `mcpServers`; keys that are not ours are left alone. */
const fields = {
  model: z.string().min(1),
  baseUrl: z.url({ protocol: /^https?$/ }),
  language: Language,
  theme: Theme,
  /** Of the window, by what they do. */
  keys: KeyBindings,
  connectTimeoutMs: z.number().int().positive(),
  toolTimeoutMs: z.number().int().positive(),
  /** For servers that have no `idleTimeoutMs`. */
  callIdleTimeoutMs: z.number().int().nonnegative(),
  healthCheckMs: z.number().int().nonnegative(),
  /** The folder that servers run in and are told of. */
  workspace: z.string().min(1),
  /** False: servers inherit our own environment, and the login shell is not asked. */
  shellEnvironment: z.boolean(),
  /** A PEM file of certificates to trust besides the usual ones, such as a company's own. */
  extraCaFile: z.string().min(1),
  /** Our OAuth Client ID Metadata Document, which authorization servers may fetch. */
  clientMetadataUrl: ClientMetadataUrl,
  identityProvider: IdentityProvider,
  /** A registry in the form of the MCP Registry API, whose servers can be switched on. */
  connectorsUrl: ConnectorsUrl,
  /** Those that are, by their names there: the address that they were switched on for. */
  connectors: z.record(z.string(), z.string()),
  channelBounds: ChannelBounds,
  ...noticeFields,
  ...contextFields,
  ...logFields,
  ...teamFields,
  localConnectBatch: z.number().int().min(1).max(100),
  remoteConnectBatch: z.number().int().min(1).max(100),
  /** Which servers of other files are let in; both count in the managed file only. */
  allowedMcpServers: z.array(ServerMatch),
  deniedMcpServers: z.array(ServerMatch),
};
type Fields = { readonly [K in keyof typeof fields]?: z.infer<(typeof fields)[K]> };

export type Settings = Fields & {
  readonly mcpServers: ReadonlyMap<string, ServerConfig>;
  /** It has a block of servers, if an empty one. */
  readonly hasServers?: true;
  readonly permissions: PermissionSettings;
  readonly hooks: readonly HookEntry[];
};

export const emptySettings: Settings = {
  mcpServers: new Map(),
  permissions: noPermissions,
  hooks: [],
};

export type ParsedSettings = {
  readonly settings: Settings;
  readonly problems: readonly ConfigProblem[];
};

/** What clients call the block of servers; where a file has both, the first wins by name. */
const serverBlocks = ['mcpServers', 'servers'] as const;

/** So many faults of one file are told. */
const mostProblems = 50;

/**
 * Reads the text of settings.json, or of another file of that form: JSON with comments, trailing commas and a byte-order mark.
 * A syntax error keeps `lastGood` whole; a bad field or server keeps its last good value only, so
 * that one mistake never hides the rest. Every fault is told with its line and field.
 */
export function parseSettings(text: string, file: string, lastGood: Settings): ParsedSettings {
  try {
    const { settings, problems } = parse(text, file, lastGood);
    return { settings, problems: problems.slice(0, mostProblems) };
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown;
    const why = whys['nested-deep'];
    const start = { line: 1, column: 1 };
    return { settings: lastGood, problems: [problem(file, start, '', 'config/syntax', why)] };
  }
}

function parse(text: string, file: string, lastGood: Settings): ParsedSettings {
  const source = text.replace(/^\uFEFF/, '');
  const locate = locator(source);
  const errors: ParseError[] = [];
  const root = parseTree(source, errors, {
    allowTrailingComma: true,
    allowEmptyContent: true,
  });
  const [syntax] = errors;
  if (syntax) {
    const why = words(printParseErrorCode(syntax.error));
    return {
      settings: lastGood,
      problems: [problem(file, locate(syntax.offset), '', 'config/syntax', why)],
    };
  }
  if (!root) return { settings: emptySettings, problems: [] };
  if (root.type !== 'object') {
    const why = whys['one-object'];
    return { settings: lastGood, problems: [problem(file, locate(0), '', 'config/invalid', why)] };
  }

  const problems: ConfigProblem[] = [];
  type Issue = Pick<z.core.$ZodIssue, 'message'> & { readonly path: readonly PropertyKey[] };
  const blame = (path: JSONPath, node: Node, issue: Issue | undefined): void => {
    const at = findNodeAtLocation(root, [...path, ...jsonPath(issue?.path)]) ?? node;
    const field = [...path, ...jsonPath(issue?.path)].join('.');
    problems.push(
      problem(file, locate(at.offset), field, 'config/invalid', plainWhy(issue?.message)),
    );
  };

  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(fields)) {
    const node = findNodeAtLocation(root, [name]);
    if (!node) continue;
    const parsed = schema.safeParse(getNodeValue(node));
    if (parsed.success) settings[name] = parsed.data;
    else {
      blame([name], node, parsed.error.issues[0]);
      settings[name] = lastGood[name as keyof Fields];
    }
  }

  for (const { path, node, why } of keysTwice(root)) {
    blame(path, node, { path: [], message: why });
  }
  const given = findNodeAtLocation(root, ['permissions']);
  const { permissions, issues } = parsePermissions(given && getNodeValue(given));
  for (const issue of issues) blame(['permissions'], given ?? root, issue);
  const named = findNodeAtLocation(root, ['hooks']);
  const { hooks, issues: hookIssues } = parseHooks(named && getNodeValue(named));
  for (const issue of hookIssues) blame(['hooks'], named ?? root, issue);

  const servers = new Map<string, ServerConfig>();
  // A block that stands twice is a fault, and its servers are there all the same.
  const blocks = serverBlocks.flatMap((block) =>
    (root.children ?? []).flatMap(({ children: [key, node] = [] }) =>
      key?.value === block && node !== undefined ? [{ block, node }] : [],
    ),
  );
  for (const { block, node } of blocks) {
    if (node.type === 'object') continue;
    blame([block], node, { path: [], message: whys['servers-by-name'] });
    for (const [name, config] of lastGood.mcpServers) servers.set(name, config);
  }
  for (const { block, entry } of blocks.flatMap(({ block, node }) =>
    node.type === 'object' ? (node.children ?? []).map((entry) => ({ block, entry })) : [],
  )) {
    const [key, value] = entry.children ?? [];
    if (!key || !value || servers.has(String(key.value))) continue;
    const name = String(key.value);
    const given: unknown = getNodeValue(value);
    const odd = oddText(given);
    const named = ServerName.safeParse(name);
    const parsed = ServerConfig.safeParse(given);
    if (named.success && parsed.success && odd === undefined) {
      servers.set(name, parsed.data);
      continue;
    }
    const issue = odd && { path: odd.path, message: odd.why };
    blame([block, name], key, issue ?? (named.error ?? parsed.error)?.issues[0]);
    const kept = lastGood.mcpServers.get(name);
    if (kept) servers.set(name, kept);
  }
  const own = {
    mcpServers: servers,
    permissions,
    hooks,
    ...(blocks.length > 0 && { hasServers: true as const }),
  };
  return { settings: { ...(settings as Fields), ...own }, problems };
}

const kinds = new Map<string, string>([
  ['string', whys['must-be-text']],
  ['number', whys['must-be-number']],
  ['int', whys['must-be-number']],
  ['boolean', whys['must-be-boolean']],
  ['array', whys['must-be-list']],
  ['object', whys['must-be-object']],
  ['record', whys['must-be-object']],
]);

/** What a schema says of a value of another type, in words of ours. */
function plainWhy(message: string = whys['not-valid']): string {
  const expected = /^Invalid input: expected (\w+), received/.exec(message)?.[1];
  return kinds.get(expected ?? '') ?? message;
}

const jsonPath = (path: readonly PropertyKey[] | undefined): JSONPath =>
  (path ?? []).map((step) => (typeof step === 'number' ? step : String(step)));

function problem(
  file: string,
  at: { readonly line: number; readonly column: number },
  field: string,
  code: string,
  why: string,
): ConfigProblem {
  const where = field === '' ? '' : `${field}: `;
  return {
    file,
    ...at,
    field,
    error: {
      code,
      message: `${file}:${at.line}: ${where}${why}`,
      params: { file, line: at.line, field, why: whyParam(why) },
      action: 'edit-config',
    },
  };
}

/** `CloseBraceExpected` -> `close brace expected`. */
const words = (code: string): string => code.replace(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase();

function locator(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [line, end] = [0, starts.length];
    while (end - line > 1) {
      const middle = (line + end) >> 1;
      if ((starts[middle] ?? Infinity) <= offset) line = middle;
      else end = middle;
    }
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
