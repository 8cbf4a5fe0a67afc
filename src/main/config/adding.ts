import { join } from 'node:path';
import type { ServerConfig } from '../../shared/server.ts';
import type { SecretStore } from '../auth/keychain/secretStore.ts';
import type { Machine } from './importers/client.ts';
import { Imports } from './imports.ts';
import { InstallOffers } from './installOffers.ts';
import type { LayerEntries } from './layers.ts';
import { namedSecrets } from './namedSecrets.ts';
import { Plugins } from './plugins.ts';
import type { Configuration } from './configuration.ts';
import { Connectors } from './connectors/connectors.ts';
import type { SettingsFile } from './settingsFile.ts';
import { signature } from './signature.ts';

export type AddingPorts = {
  readonly configuration: Pick<Configuration, 'user' | 'checkEditable'>;
  readonly secrets: SecretStore;
  readonly dataFolder: string;
  readonly machine: Machine;
  /** Every server there is, whatever it comes from. */
  readonly servers: () => ReadonlyMap<string, ServerConfig>;
  /** The entries of {@link Adding.layers} have changed. */
  readonly onLayers: () => void;
  readonly onConnectors: () => void;
  readonly fetch: typeof fetch;
  readonly onOffers: () => void;
};

/** The ways in which servers come to Patchbay, besides writing them down by hand. */
export class Adding {
  readonly imports: Imports;
  readonly offers: InstallOffers;
  readonly plugins: Plugins;
  readonly connectors: Connectors;
  readonly #secrets: SecretStore;

  constructor({ configuration, secrets, dataFolder, machine, servers, ...on }: AddingPorts) {
    this.#secrets = namedSecrets(secrets);
    const edit: SettingsFile['edit'] = async (edits) => {
      configuration.checkEditable();
      await configuration.user.edit(edits);
    };
    const common = { servers, edit, signatureOf: signature };
    const hasSecret = async (name: string) => (await this.#secrets.get(name)) !== undefined;
    this.imports = new Imports({ ...common, machine, hasSecret });
    this.offers = new InstallOffers({ ...common, onChange: on.onOffers });
    this.plugins = new Plugins({
      folder: join(dataFolder, 'plugins'),
      platform: machine.platform,
      home: machine.home,
      secrets: this.#secrets,
      onChange: on.onLayers,
    });
    this.connectors = new Connectors({
      ...common,
      cacheFile: join(dataFolder, 'connectors.json'),
      fetch: on.fetch,
      now: Date.now,
      settings: () => configuration.user.settings,
      onChange: () => {
        on.onLayers();
        on.onConnectors();
      },
    });
  }

  async open(): Promise<void> {
    await this.plugins.open();
    await this.connectors.open();
  }

  layers(): readonly LayerEntries[] {
    return [...this.plugins.layers(), ...this.connectors.layers()];
  }

  /** Keeps a secret that entries refer to as `${secret:NAME}`. */
  async giveSecret(name: string, value: string): Promise<void> {
    await this.#secrets.set(name, value);
  }
}
