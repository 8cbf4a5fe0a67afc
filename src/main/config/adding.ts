import { join } from 'node:path';
import type { ServerConfig } from '../../shared/server.ts';
import type { SecretStore } from '../auth/secretStore.ts';
import type { Machine } from './importers/client.ts';
import { Imports } from './imports.ts';
import { InstallOffers } from './installOffers.ts';
import type { LayerEntries } from './layers.ts';
import { namedSecrets } from './namedSecrets.ts';
import { Plugins } from './plugins.ts';
import type { SettingsFile } from './settingsFile.ts';
import { signature } from './signature.ts';

export type AddingPorts = {
  readonly settings: Pick<SettingsFile, 'edit'>;
  readonly secrets: SecretStore;
  readonly dataFolder: string;
  readonly machine: Machine;
  /** Every server there is, whatever it comes from. */
  readonly servers: () => ReadonlyMap<string, ServerConfig>;
  /** The entries of {@link Adding.layers} have changed. */
  readonly onLayers: () => void;
  readonly onOffers: () => void;
};

/** The ways in which servers come to Patchbay, besides writing them down by hand. */
export class Adding {
  readonly imports: Imports;
  readonly offers: InstallOffers;
  readonly plugins: Plugins;
  readonly #secrets: SecretStore;

  constructor({ settings, secrets, dataFolder, machine, servers, ...on }: AddingPorts) {
    this.#secrets = namedSecrets(secrets);
    const edit: SettingsFile['edit'] = (edits) => settings.edit(edits);
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
  }

  async open(): Promise<void> {
    await this.plugins.open();
  }

  layers(): readonly LayerEntries[] {
    return this.plugins.layers();
  }

  /** Keeps a secret that entries refer to as `${secret:NAME}`. */
  async giveSecret(name: string, value: string): Promise<void> {
    await this.#secrets.set(name, value);
  }
}
