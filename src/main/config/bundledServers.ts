import type { ServerDefinition } from './desiredServers.ts';
import type { LayerEntries } from './layers.ts';

/**
 * The servers that come with the app: programs run by Electron's own Node, so that the user needs
 * none, and `patchbay` inside the app, which is always there to say why another one is not.
 * `folder` holds the programs' built files, `execPath` is the Electron binary.
 */
export function bundledServers(execPath: string, folder: string): readonly ServerDefinition[] {
  const programs = ['deploy', 'docs', 'inbox'].map((name): ServerDefinition => ({
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

/** The same as the lowest layer. */
export function bundledLayer(definitions: readonly ServerDefinition[]): LayerEntries {
  return {
    from: { layer: 'bundled' },
    servers: new Map(definitions.map(({ name, config }) => [name, config])),
    onDemand: new Set(definitions.filter((one) => !one.autoStart).map(({ name }) => name)),
    problems: [],
  };
}
