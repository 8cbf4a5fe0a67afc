import type { Finding, LinkedServer } from '../../shared/adding.ts';
import { decodings } from './decodings.ts';

const shells = /^(?:sh|bash|dash|zsh|fish|ksh|csh|tcsh|cmd|powershell|pwsh|wsl|busybox)$/i;
const interpreters = /^(?:node|nodejs|bun|deno|python[\d.]*|perl|ruby|php|osascript|lua)$/i;
const inlineFlags = /^(?:-e|-c|-p|-pe|-r|--eval|--print|eval)$/;
/** They change what a program loads or where its packages come from. */
const loaders =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|LD_AUDIT|DYLD_\w+|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|STARTUP|HOME)|BASH_ENV|ENV|PERL5(?:OPT|LIB)|RUBY(?:OPT|LIB)|_?JAVA_(?:TOOL_)?OPTIONS|JDK_JAVA_OPTIONS|npm_config_\w+|(?:PIP|UV)_\w*INDEX\w*|GIT_\w*(?:COMMAND|PROXY)\w*|ELECTRON_RUN_AS_NODE|PATH|PATHEXT|COMSPEC)$/i;

/**
 * What a person should not miss in a server that somebody else wrote down: shells and the commands
 * in their scripts one by one, programs given as text, encoded text decoded. Pure; it finds tricks,
 * and finding none proves nothing.
 */
export function commandFindings(server: LinkedServer): readonly Finding[] {
  const { command, args, env, headers, url } = server;
  const words = [
    ...(command === undefined ? [] : [{ at: 'command', text: command }]),
    ...args.map((text, index) => ({ at: `args.${index + 1}`, text })),
  ];
  const given = [
    ...Object.entries(env).map(([name, text]) => ({ at: `env.${name}`, text })),
    ...Object.entries(headers).map(([name, text]) => ({ at: `headers.${name}`, text })),
  ];
  return [
    ...hostFinding(url),
    ...words.flatMap((word, index) => wordFindings(word, words.slice(0, index).map(textOf))),
    ...Object.keys(env)
      .filter((name) => loaders.test(name))
      .map((name) => ({ kind: 'loads-code' as const, at: `env.${name}`, text: env[name] ?? '' })),
    ...[...words, ...given, ...(url === undefined ? [] : [{ at: 'url', text: url }])].flatMap(
      plainFindings,
    ),
  ];
}

type Word = { readonly at: string; readonly text: string };
const textOf = ({ text }: Word): string => text;

const programOf = (word: string): string =>
  word
    .split(/[\\/]/)
    .at(-1)
    ?.replace(/\.(?:exe|cmd|bat)$/i, '') ?? word;

function wordFindings({ at, text }: Word, before: readonly string[]): readonly Finding[] {
  const findings: Finding[] = [];
  const program = programOf(text);
  if (shells.test(program)) findings.push({ kind: 'shell', at, text: program });
  const inShell = before.some((word) => shells.test(programOf(word)));
  const inProgram = before.some((word) => interpreters.test(programOf(word)));
  if (inProgram && !inShell && inlineFlags.test(before.at(-1) ?? '')) {
    findings.push({ kind: 'inline-code', at, text });
  }
  findings.push(...severalCommands(at, text));
  return findings;
}

/**
 * The commands that a shell would see in a text, one by one: split at `;`, `&&`, `||`, `|`, `&`,
 * line ends and the brackets of substitutions. Where quotes hide a separator it is shown all the
 * same: better one line too many.
 */
function commandsIn(text: string): readonly string[] {
  if (/^[\w+.-]+:\/\/[^\s;|`$()<>]*$/.test(text)) return [text];
  return text
    .split(/;|&&|\|\|?|(?<=\s)&|&(?=\s|$)|[\r\n]+|\$\(|[<>]\(|`|\)(?=\s*(?:$|[;&|]))/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** What a bundle fills in itself is no value of this machine. */
const ofBundle =
  /^\$\{(?:__dirname|user_config\..+|HOME|DESKTOP|DOCUMENTS|DOWNLOADS|pathSeparator|\/)\}$/;

function references(text: string): readonly string[] {
  return (text.match(/\$\{[^}]*\}/g) ?? []).filter((reference) => !ofBundle.test(reference));
}

function severalCommands(at: string, text: string): readonly Finding[] {
  const commands = commandsIn(text);
  if (commands.length === 0 || (commands.length === 1 && commands[0] === text.trim())) return [];
  return commands.map((one) => ({ kind: 'second-command', at, text: one }));
}

function plainFindings({ at, text }: Word): readonly Finding[] {
  const findings: Finding[] = [];
  const spaces = /\s{8,}/.exec(text)?.[0].length;
  if (spaces !== undefined) findings.push({ kind: 'long-space', at, text: String(spaces) });
  findings.push(...references(text).map((name) => ({ kind: 'reads' as const, at, text: name })));
  for (const decoded of decodings(text)) {
    findings.push({ kind: 'encoded', at, text: decoded });
    findings.push(...severalCommands(at, decoded));
  }
  return findings;
}

/** Where an address really goes, when its host is written in letters beyond ASCII. */
function hostFinding(url: string | undefined): readonly Finding[] {
  if (url === undefined || !URL.canParse(url)) return [];
  const { host } = new URL(url);
  const written = /^[^:]+:\/\/([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? host;
  const isPlain = written === host || written.replace(/:\d+$/, '') === host;
  return isPlain && !host.includes('xn--') ? [] : [{ kind: 'real-host', at: 'url', text: host }];
}
