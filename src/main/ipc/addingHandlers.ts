import type { TriedServer } from '../../shared/adding.ts';
import type { Adding } from '../config/adding.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import { mergeKept } from '../config/keptValues.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import type { Handlers } from './router.ts';

type AddingHandlers = Pick<
  Handlers,
  Extract<keyof Handlers, `adding.${string}` | `connectors.${string}`>
>;

/** What the ways of adding a server need besides their rooms. */
export type AddingRooms = {
  readonly adding: Adding;
  readonly supervisor: Supervisor;
  /** Connects to a server that is not kept, and ends it. */
  readonly tryServer: (definition: ServerDefinition) => Promise<TriedServer>;
  /** Asks by the system's dialog; undefined when the person chose none. */
  readonly chooseAny: (
    kind: 'file' | 'folder' | 'bundle',
    title: string,
  ) => Promise<string | undefined>;
};

/** The requests about imports, install links and plugins. */
export function addingHandlers(rooms: AddingRooms): AddingHandlers {
  const { adding, supervisor, tryServer, chooseAny } = rooms;
  const { imports, offers, plugins, connectors } = adding;
  return {
    'adding.found': () => imports.find(),
    'adding.import': (keys) => imports.take(keys),
    'adding.giveSecret': ({ name, value }) => adding.giveSecret(name, value),

    'adding.try': ({ previous, name, config }) => {
      const kept = previous === undefined ? undefined : supervisor.definition(previous).config;
      const whole = mergeKept(config, kept);
      return tryServer({ name, source: 'user', config: whole, autoStart: false });
    },
    'adding.offers': () => offers.list(),
    'adding.accept': (id) => offers.accept(id),
    'adding.dismiss': (id) => offers.dismiss(id),

    'connectors.view': () => connectors.view(),
    'connectors.refresh': () => connectors.refresh(),
    'connectors.set': ({ id, isOn, url }) => connectors.set(id, isOn, url),
    'connectors.setUrl': (url) => connectors.setUrl(url ?? undefined),

    'adding.plugins': () => plugins.list(),
    'adding.openBundle': async (title) => {
      const file = await chooseAny('bundle', title);
      return file === undefined ? null : plugins.offer(file);
    },
    'adding.offerBundle': ({ name, bytes }) => {
      const { buffer, byteOffset, byteLength } = bytes;
      return plugins.offer(name, Buffer.from(buffer, byteOffset, byteLength));
    },
    'adding.forgetBundle': () => plugins.forgetOffer(),
    'adding.installBundle': ({ id, values }) =>
      plugins.install(id, new Map(Object.entries(values))),
    'adding.setPluginServer': ({ plugin, server, isOn }) => plugins.setOn(plugin, server, isOn),
    'adding.removePlugin': (plugin) => plugins.remove(plugin),
    'adding.choose': async ({ kind, title }) => (await chooseAny(kind, title)) ?? null,
  };
}
