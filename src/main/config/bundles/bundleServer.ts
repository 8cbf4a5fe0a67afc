import type { StdioConfig } from '../../../shared/server.ts';
import { joinOn } from '../importers/client.ts';
import type { Manifest } from './manifest.ts';
import type { UserValues } from './userValues.ts';

export type BundlePlace = {
  /** Where the bundle is unpacked. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly home: string;
};

type Program = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
};

/** What the manifest runs on a platform, before anything is filled in. */
export function bundleProgram({ server }: Manifest, platform: NodeJS.Platform): Program {
  const { mcp_config, entry_point, type } = server;
  if (mcp_config === undefined) {
    // Only of type uv, for which MANIFEST.md leaves the command to the host.
    const args = ['run', '--directory', '${__dirname}', entry_point];
    return { command: type, args, env: {} };
  }
  const overrides = mcp_config.platform_overrides ?? {};
  const own = Object.hasOwn(overrides, platform) ? overrides[platform] : undefined;
  return {
    command: own?.command ?? mcp_config.command,
    args: own?.args ?? mcp_config.args ?? [],
    env: { ...mcp_config.env, ...own?.env },
  };
}

/**
 * The server of an installed bundle: `${__dirname}`, the usual folders and `${user_config.x}` filled
 * in. An argument that is nothing but a list spreads; one that is nothing but a value nobody gave is
 * left out, and so is such a variable. `secretOf` names the secret that a sensitive value is kept as.
 */
export function bundleServer(
  manifest: Manifest,
  place: BundlePlace,
  values: UserValues,
  secretOf: (key: string) => string | undefined,
): StdioConfig {
  const { command, args, env } = bundleProgram(manifest, place.platform);
  const variables = variablesOf(place);
  const lookUp = (name: string): readonly string[] | undefined => {
    const key = /^user_config\.(.+)$/.exec(name)?.[1];
    if (key === undefined) {
      const variable = variables.get(name);
      return variable === undefined ? undefined : [variable];
    }
    const secret = secretOf(key);
    if (secret !== undefined) return [`\${secret:${secret}}`];
    const value = values.get(key);
    if (value === undefined) return Object.hasOwn(manifest.user_config, key) ? [] : undefined;
    return Array.isArray(value) ? value : [String(value)];
  };
  const whole = (text: string): readonly string[] => {
    const name = /^\$\{([^}]+)\}$/.exec(text)?.[1];
    return (name === undefined ? undefined : lookUp(name)) ?? [fill(text)];
  };
  const fill = (text: string): string =>
    text.replace(/\$\{([^}]+)\}/g, (all, name: string) => lookUp(name)?.join(',') ?? all);
  const filled = fill(command);
  const isInside = /^\.{0,2}[^/\\]*[/\\]/.test(filled) && !/^(?:[/\\]|[A-Za-z]:)/.test(filled);
  return {
    command: isInside ? joinOn(place.platform, place.folder, filled) : filled,
    args: args.flatMap(whole),
    env: Object.fromEntries(
      Object.entries(env).flatMap(([name, value]) => {
        const [first, ...others] = whole(value);
        return first === undefined ? [] : [[name, [first, ...others].join(',')]];
      }),
    ),
    disabled: false,
  };
}

function variablesOf({ folder, platform, home }: BundlePlace): ReadonlyMap<string, string> {
  const separator = platform === 'win32' ? '\\' : '/';
  return new Map([
    ['__dirname', folder],
    ['HOME', home],
    ['DESKTOP', joinOn(platform, home, 'Desktop')],
    ['DOCUMENTS', joinOn(platform, home, 'Documents')],
    ['DOWNLOADS', joinOn(platform, home, 'Downloads')],
    ['pathSeparator', separator],
    ['/', separator],
  ]);
}
