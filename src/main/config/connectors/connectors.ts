import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ConnectorInfo, ConnectorsView } from '../../../shared/adding.ts';
import { AppFailure, toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ServerConfig } from '../../../shared/server.ts';
import { writeWhole } from '../../store/writeWhole.ts';
import type { LayerEntries } from '../layers.ts';
import type { Settings } from '../parseSettings.ts';
import type { SettingsFile } from '../settingsFile.ts';
import { fetchRegistry } from './fetchRegistry.ts';
import { Connector } from './registryPage.ts';

const maxAgeMs = 60 * 60_000;

const Cache = z.object({
  url: z.string(),
  fetchedAt: z.number(),
  connectors: z.array(Connector),
});
type Cache = z.infer<typeof Cache>;

export type ConnectorsPorts = {
  readonly cacheFile: string;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly settings: () => Pick<Settings, 'connectorsUrl' | 'connectors'>;
  readonly edit: SettingsFile['edit'];
  /** Every server there is, and the same text for entries of the same content. */
  readonly servers: () => ReadonlyMap<string, ServerConfig>;
  readonly signatureOf: (config: ServerConfig) => string;
  readonly onChange: () => void;
};

/**
 * Remote servers that a registry lists. Listing starts none: a person switches them on one by one,
 * bound to the address that was shown, so that one that moves is off again. What was read last is
 * kept in a file, so that a start without a network has it.
 */
export class Connectors {
  #cache: Cache | undefined;
  #problem: AppError | undefined;
  #fetching: Promise<void> | undefined;

  constructor(private readonly ports: ConnectorsPorts) {}

  /** Reads what was kept. */
  async open(): Promise<void> {
    try {
      this.#cache = Cache.parse(JSON.parse(await readFile(this.ports.cacheFile, 'utf8')));
    } catch {
      // None yet, or one that can't be read: it is fetched anew.
    }
  }

  /** Fetches the list where an address is set and what is known is old; does not wait for it. */
  refreshIfOld(): void {
    const { connectorsUrl } = this.ports.settings();
    if (connectorsUrl === undefined) return;
    const age = this.ports.now() - (this.#known()?.fetchedAt ?? 0);
    if (age > maxAgeMs || age < 0) void this.refresh();
  }

  /** Fetches the list now; a failure is in the view, and what was known stays. */
  refresh(): Promise<void> {
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined;
      this.ports.onChange();
    });
    return this.#fetching;
  }

  view(): ConnectorsView {
    const { connectorsUrl } = this.ports.settings();
    const known = this.#known();
    const { servers, signatureOf } = this.ports;
    const here = new Map([...servers()].map(([name, config]) => [signatureOf(config), name]));
    return {
      url: connectorsUrl,
      fetchedAt: known?.fetchedAt,
      isFetching: this.#fetching !== undefined,
      problem: this.#problem,
      connectors: (known?.connectors ?? []).map((connector) => this.#info(connector, here)),
    };
  }

  /** Switches one on, for the address that was shown, or off. Throws `adding/no-connector` {id}. */
  async set(id: string, isOn: boolean, url: string): Promise<void> {
    const connector = this.#known()?.connectors.find((one) => one.id === id);
    const canBe = connector !== undefined && connector.url === url && connector.needs.length === 0;
    if (isOn && !canBe) {
      const message = `${id} is not listed as it was shown. Look at the list again.`;
      throw new AppFailure({ code: 'adding/no-connector', message, params: { id } });
    }
    await this.ports.edit([{ path: ['connectors', id], value: isOn ? url : undefined }]);
    this.ports.onChange();
  }

  async setUrl(url: string | undefined): Promise<void> {
    await this.ports.edit([{ path: ['connectorsUrl'], value: url }]);
    this.#problem = undefined;
    if (url !== undefined) await this.refresh();
    else this.ports.onChange();
  }

  /** The ones that are switched on, by their short names. */
  layers(): readonly LayerEntries[] {
    const on = (this.#known()?.connectors ?? []).filter((connector) => this.#isOn(connector));
    if (on.length === 0) return [];
    const servers = new Map<string, ServerConfig>();
    for (const connector of on) {
      const short = shortName(connector.id);
      servers.set(servers.has(short) ? connector.id.slice(0, 64) : short, configOf(connector));
    }
    return [{ from: { layer: 'connectors', file: this.ports.cacheFile }, servers, problems: [] }];
  }

  /** `here`: the servers there are, by what makes them the same. */
  #info(connector: Connector, here: ReadonlyMap<string, string>): ConnectorInfo {
    const { headers: _, ...info } = connector;
    const name = shortName(connector.id);
    const isOn = this.#isOn(connector);
    const same = here.get(this.ports.signatureOf(configOf(connector)));
    return { ...info, name, isOn, sameAs: isOn ? undefined : same };
  }

  #isOn({ id, url }: Connector): boolean {
    const { connectors = {} } = this.ports.settings();
    return Object.hasOwn(connectors, id) && connectors[id] === url;
  }

  /** What was read from the address that is set now. */
  #known(): Cache | undefined {
    return this.#cache?.url === this.ports.settings().connectorsUrl ? this.#cache : undefined;
  }

  async #fetch(): Promise<void> {
    const { connectorsUrl: url } = this.ports.settings();
    if (url === undefined) return;
    try {
      const connectors = await fetchRegistry(url, this.ports.fetch);
      this.#cache = { url, fetchedAt: this.ports.now(), connectors: [...connectors] };
      this.#problem = undefined;
      await writeWhole(this.ports.cacheFile, [JSON.stringify(this.#cache)]);
    } catch (error) {
      this.#problem = toAppError(error);
    }
    // Another one may have been set meanwhile.
    if (this.ports.settings().connectorsUrl !== url) await this.#fetch();
  }
}

/** `com.example/weather` is "weather". */
const shortName = (id: string): string => (id.split('/').at(-1) || id).slice(0, 64);

const configOf = ({ transport, url, headers }: Connector): ServerConfig => ({
  type: transport,
  url,
  headers,
  disabled: false,
});
