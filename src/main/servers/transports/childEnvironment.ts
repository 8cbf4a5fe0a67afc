import { dirname, isAbsolute } from 'node:path';

/**
 * What a child inherits: the MCP SDK's list (its `DEFAULT_INHERITED_ENV_VARS`), and what programs
 * need to find their language, temporary and configuration folders and the certificates of a
 * company network. Keys and tokens of ours are not among them.
 */
const inheritedOnPosix = [
  'HOME',
  'LOGNAME',
  'PATH',
  'SHELL',
  'TERM',
  'USER',
  'LANG',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
] as const;

const inheritedOnWindows = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
  'NODE_EXTRA_CA_CERTS',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether a variable reaches every server by itself, on some platform, so that it is no secret. */
export function isInherited(name: string): boolean {
  return [...inheritedOnPosix, ...inheritedOnWindows].some((one) => one === name.toUpperCase());
}

/**
 * The whole environment of a server: the listed variables of `base` and all that its configuration
 * names. The folder of an absolute `command` comes first on the PATH, so that
 * `~/.nvm/.../npx` finds the `node` beside it.
 */
export function childEnvironment(
  base: Environment,
  configured: Readonly<Record<string, string>>,
  command: string,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const names = platform === 'win32' ? inheritedOnWindows : inheritedOnPosix;
  const locale = Object.keys(base).filter((name) => name.startsWith('LC_'));
  const environment: Record<string, string> = {};
  for (const name of [...names, ...locale]) {
    const value = base[name];
    // A value that starts with "()" is a shell function, which some shells run on import.
    if (value !== undefined && !value.startsWith('()')) environment[name] = value;
  }
  Object.assign(environment, configured);
  if (isAbsolute(command)) {
    environment['PATH'] = withFolder(environment['PATH'], dirname(command), platform);
  }
  return environment;
}

function withFolder(path: string | undefined, folder: string, platform: NodeJS.Platform): string {
  const delimiter = platform === 'win32' ? ';' : ':';
  const folders = path === undefined || path === '' ? [] : path.split(delimiter);
  return folders.includes(folder) ? folders.join(delimiter) : [folder, ...folders].join(delimiter);
}
