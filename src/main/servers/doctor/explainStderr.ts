import type { AppError } from '../../../shared/errors.ts';

/** Shells' and env's words for a program that is not there, with its name. */
const notFound: readonly RegExp[] = [
  /\benv: [‘'"]?([^‘’'":\s]+)[’'"]?: No such file or directory/,
  /^(?:\S*\/)?(?:sh|dash|bash|zsh):(?: line)?(?: ?\d+:)? (?:exec: )?([^\s:]+):(?: command)? not found/,
  /command not found: (\S+)/,
  /^'?"?([^'"]+?)"?'? is not recognized as an internal or external command/,
  /^spawn (\S+) ENOENT|Error: spawn (\S+) ENOENT/,
];

/** What programs say that run on another Node than they were made for. */
const wrongNode: readonly RegExp[] = [
  /Unsupported engine|engine "node" is incompatible|EBADENGINE/,
  /requires (?:at least )?Node(?:\.js)?(?: version)? ?[>=^v\d]/i,
  /compiled against a different Node\.js version|NODE_MODULE_VERSION \d+/,
  /No such built-in module: node:|ERR_UNKNOWN_BUILTIN_MODULE/,
  /The requested module 'node:[a-z/_]+' does not provide an export named/,
  /^node: bad option:/,
  /^SyntaxError: Unexpected (?:token '?(?:\?|\?\?=|\|\|=|&&=|\.)'?|reserved word)/,
  /^ReferenceError: (?:fetch|structuredClone|Headers|ReadableStream|File|crypto) is not defined/,
  /TypeError: \S+\.(?:at|findLast|toSorted|withResolvers|groupBy|hasOwn|replaceAll) is not a function/,
];

const portInUse = /EADDRINUSE|[Aa]ddress already in use|Only one usage of each socket address/;

/** What lines of stderr say about why a program ended, where that is known well. */
export function explainStderr(lines: readonly string[]): AppError | undefined {
  for (const line of lines) {
    const missing = notFound.map((shape) => shape.exec(line)).find((match) => match !== null);
    const command = missing?.[1] ?? missing?.[2];
    if (command !== undefined) {
      return {
        code: 'server/command-not-found',
        message: `${command} was not found on the PATH. Install it, or give its full path.`,
        params: { command },
        action: 'edit-server',
      };
    }
    if (portInUse.test(line)) {
      const port = /(?:EADDRINUSE|in use)\D*?(?:\S*:)?(\d{2,5})\b/.exec(line)?.[1];
      return {
        code: port === undefined ? 'server/address-in-use' : 'server/port-in-use',
        message: `Another program uses the port${port === undefined ? '' : ` ${port}`} that it wants. End that one, or set another port.`,
        params: port === undefined ? {} : { port },
        action: 'edit-server',
      };
    }
  }
  const told = lines.find((line) => wrongNode.some((shape) => shape.test(line.trim())));
  if (told === undefined) return undefined;
  const version = lines
    .map((line) => /\bNode\.js v(\d[\d.]*)/.exec(line)?.[1])
    .find((one) => one !== undefined);
  const reason = told.trim().slice(0, 200);
  return {
    code: version === undefined ? 'server/wrong-node' : 'server/wrong-node-version',
    message: `It needs another Node.js${version === undefined ? '' : ` than ${version}`}: ${reason}`,
    params: { reason, ...(version === undefined ? {} : { version }) },
    action: 'edit-server',
  };
}
