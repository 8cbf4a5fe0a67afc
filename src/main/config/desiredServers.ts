import type { ServerConfig, ServerSource } from '../../shared/server.ts';

/** A server that should exist, and whether it starts by itself. */
export type ServerDefinition = {
  readonly name: string;
  readonly source: ServerSource;
  readonly config: ServerConfig;
  readonly autoStart: boolean;
};

/**
 * The servers that come with the app, run by Electron's own Node so that the user needs none.
 * `folder` holds their built files, `execPath` is the Electron binary.
 */
export function bundledServers(execPath: string, folder: string): readonly ServerDefinition[] {
  return ['deploy', 'docs'].map((name) => ({
    name,
    source: 'bundled',
    autoStart: false,
    config: {
      command: execPath,
      args: [`${folder}/${name}.js`],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      disabled: false,
    },
  }));
}

/** All servers, by name in code-unit order; an entry of the user's wins over a bundled one. */
export function desiredServers(
  bundled: readonly ServerDefinition[],
  user: ReadonlyMap<string, ServerConfig>,
): readonly ServerDefinition[] {
  const byName = new Map(bundled.map((definition) => [definition.name, definition]));
  for (const [name, config] of user) {
    byName.set(name, { name, source: 'user', config, autoStart: true });
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
