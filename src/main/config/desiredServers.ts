import type { ServerOrigin } from '../../shared/config.ts';
import type { ServerConfig, ServerSource } from '../../shared/server.ts';

/** A server that should exist, and whether it starts by itself. */
export type ServerDefinition = {
  readonly name: string;
  readonly source: ServerSource;
  readonly config: ServerConfig;
  readonly autoStart: boolean;
  readonly origin?: ServerOrigin | undefined;
};

/**
 * The servers that come with the app: programs run by Electron's own Node, so that the user needs
 * none, and `patchbay` inside the app, which is always there to say why another one is not.
 * `folder` holds the programs' built files, `execPath` is the Electron binary.
 */
export function bundledServers(execPath: string, folder: string): readonly ServerDefinition[] {
  const programs = ['deploy', 'docs'].map((name): ServerDefinition => ({
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
  const inside: ServerDefinition = {
    name: 'patchbay',
    source: 'bundled',
    autoStart: true,
    config: { type: 'sdk', name: 'patchbay', disabled: false },
  };
  return [...programs, inside];
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
