import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BundleOffer, InstalledPlugin, UserValue } from '../../shared/adding.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ConfigProblem } from '../../shared/settings.ts';
import { Turns } from '../../shared/turns.ts';
import type { SecretStore } from '../auth/keychain/secretStore.ts';
import { readBundle } from './bundles/bundleFile.ts';
import type { BundleFile } from './bundles/bundleFile.ts';
import { bundleOffer } from './bundles/bundleOffer.ts';
import { loadPlugin } from './bundles/loadPlugin.ts';
import type { LoadedPlugin } from './bundles/loadPlugin.ts';
import { optionsOf, parseManifest, pluginName } from './bundles/manifest.ts';
import type { Manifest } from './bundles/manifest.ts';
import { secretName, writeRecord } from './bundles/pluginRecord.ts';
import { checkUserValues } from './bundles/userValues.ts';

/** The servers of one plugin, for the layer of that name. */
type PluginEntries = {
  readonly from: {
    readonly layer: 'plugin';
    readonly plugin: string;
    readonly version: string | undefined;
    readonly file: string;
  };
  readonly servers: ReadonlyMap<string, ServerConfig>;
  readonly problems: readonly ConfigProblem[];
};

export type PluginPorts = {
  /** Holds a folder for each plugin. */
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** By the name in `${secret:NAME}`. */
  readonly secrets: Pick<SecretStore, 'set' | 'delete'>;
  readonly onChange: () => void;
};

/**
 * The plugins under the data folder: unpacked bundles and folders that were put there. Installing
 * starts nothing, its servers are switched on one by one; removing leaves nothing behind.
 */
export class Plugins {
  readonly #loaded = new Map<string, LoadedPlugin>();
  /** What was shown last: only that can be installed, byte for byte. */
  #offered: { readonly bundle: BundleFile; readonly manifest: Manifest } | undefined;
  readonly #turns = new Turns();

  constructor(private readonly ports: PluginPorts) {}

  /** Clears away what an interrupted installation left, and reads every plugin. */
  async open(): Promise<void> {
    await mkdir(this.ports.folder, { recursive: true });
    for (const entry of await readdir(this.ports.folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const { name } = entry;
      if (/^\.(?:new|old)-/.test(name)) await erase(join(this.ports.folder, name));
      else if (!name.startsWith('.')) await this.#load(name);
    }
  }

  list(): readonly InstalledPlugin[] {
    return [...this.#loaded.values()]
      .map(({ info }) => info)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  layers(): readonly PluginEntries[] {
    return [...this.#loaded.entries()].map(([plugin, { file, servers, info }]) => ({
      from: { layer: 'plugin', plugin, version: info.version, file },
      servers,
      problems: [],
    }));
  }

  /** Reads a bundle, or what is given of it, to show it; throws the AppFailures of its reading. */
  async offer(file: string, given?: Buffer): Promise<BundleOffer> {
    this.#offered = undefined;
    const bundle = await readBundle(file, given);
    const manifest = parseManifest(bundle.manifest, file);
    this.#offered = { bundle, manifest };
    const before = this.#loaded.get(pluginName(manifest.name))?.info;
    const replaces = before === undefined ? undefined : (before.version ?? '?');
    return bundleOffer(bundle, manifest, this.ports.platform, replaces);
  }

  /** Lets go of what was shown. */
  forgetOffer(): void {
    this.#offered = undefined;
  }

  /**
   * Installs the bundle that was shown as `id`, whole or not at all, and answers the plugin's name.
   * Sensitive values go to the keychain; one that is not given stays what it was.
   */
  install(id: string, given: ReadonlyMap<string, UserValue>): Promise<string> {
    return this.#turns.run(async () => {
      const offered = this.#offered;
      if (offered?.bundle.digest !== id) throw gone();
      const { bundle, manifest } = offered;
      const { platform } = this.ports;
      const { problem } = bundleOffer(bundle, manifest, platform, undefined);
      if (problem !== undefined) throw new AppFailure(problem);
      const name = pluginName(manifest.name);
      const options = optionsOf(manifest);
      const kept = new Set(this.#loaded.get(name)?.record.secrets ?? []);
      const values = checkUserValues(options, given, kept);
      const sensitive = options.filter(({ sensitive }) => sensitive).map(({ key }) => key);
      const secrets = sensitive.filter((key) => values.has(key) || kept.has(key));
      const plain = [...values].filter(([key]) => !sensitive.includes(key));
      const fresh = await mkdtemp(join(this.ports.folder, '.new-'));
      try {
        await bundle.unpack(fresh);
        const record = { on: [], values: Object.fromEntries(plain), secrets, digest: id };
        await writeRecord(fresh, record);
        await this.#putInPlace(fresh, name);
      } catch (error) {
        await erase(fresh);
        throw error;
      }
      for (const key of secrets) {
        const value = values.get(key);
        if (value !== undefined) await this.ports.secrets.set(secretName(name, key), String(value));
      }
      for (const key of kept) {
        if (!secrets.includes(key)) await this.ports.secrets.delete(secretName(name, key));
      }
      this.#offered = undefined;
      await this.#load(name);
      this.ports.onChange();
      return name;
    });
  }

  /** Switches a plugin's server on or off. */
  setOn(plugin: string, server: string, isOn: boolean): Promise<void> {
    return this.#turns.run(async () => {
      const { record } = this.#known(plugin);
      const others = record.on.filter((name) => name !== server);
      await writeRecord(join(this.ports.folder, plugin), {
        ...record,
        on: isOn ? [...others, server] : others,
      });
      await this.#load(plugin);
      this.ports.onChange();
    });
  }

  /** Its servers end first; then its files and its secrets go. */
  remove(plugin: string): Promise<void> {
    return this.#turns.run(async () => {
      const { record } = this.#known(plugin);
      this.#loaded.delete(plugin);
      this.ports.onChange();
      const folder = join(this.ports.folder, plugin);
      const old = await mkdtemp(join(this.ports.folder, '.old-'));
      await rename(folder, join(old, plugin));
      await erase(old);
      for (const key of record.secrets) await this.ports.secrets.delete(secretName(plugin, key));
    });
  }

  async #putInPlace(fresh: string, name: string): Promise<void> {
    const target = join(this.ports.folder, name);
    const old = await mkdtemp(join(this.ports.folder, '.old-'));
    const aside = join(old, name);
    const isReplaced = await rename(target, aside).then(
      () => true,
      () => false,
    );
    try {
      await rename(fresh, target);
    } catch (error) {
      if (isReplaced) await rename(aside, target);
      throw error;
    } finally {
      await erase(old);
    }
  }

  async #load(name: string): Promise<void> {
    const { platform, home } = this.ports;
    const folder = join(this.ports.folder, name);
    this.#loaded.set(name, await loadPlugin({ folder, platform, home }));
  }

  #known(plugin: string): LoadedPlugin {
    const loaded = this.#loaded.get(plugin);
    if (loaded !== undefined) return loaded;
    throw new AppFailure({
      code: 'adding/no-plugin',
      message: `There is no plugin ${plugin} any more.`,
      params: { plugin },
    });
  }
}

const erase = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

const gone = (): AppFailure =>
  new AppFailure({
    code: 'adding/bundle-gone',
    message: 'This bundle is not the one that was shown. Open its file again.',
  });
