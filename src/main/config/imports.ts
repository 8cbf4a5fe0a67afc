import type { FoundFile, FoundServer } from '../../shared/adding.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import { whyParam } from '../../shared/whys.ts';
import type { Machine, RawEntry } from './importers/client.ts';
import { findClients } from './importers/findClients.ts';
import type { ClientFile } from './importers/findClients.ts';
import { freeName, secretNames, takeOver } from './importers/takeOver.ts';
import { outlineOf } from './outline.ts';
import type { SettingsEdit } from './settingsFile.ts';

export type ImportPorts = {
  readonly machine: Machine;
  /** Every server there is, whatever it comes from. */
  readonly servers: () => ReadonlyMap<string, ServerConfig>;
  /** The same for entries of the same content. */
  readonly signatureOf: (config: ServerConfig) => string;
  readonly hasSecret: (name: string) => Promise<boolean>;
  /** Of settings.json, the only file that is written. */
  readonly edit: (edits: readonly SettingsEdit[]) => Promise<void>;
};

type Taken = { readonly found: FoundServer; readonly config: ServerConfig | undefined };

/** Servers of other clients: shown without their values, taken over one by one, started never. */
export class Imports {
  constructor(private readonly ports: ImportPorts) {}

  async find(): Promise<readonly FoundFile[]> {
    const files = await findClients(this.ports.machine);
    const taken = await this.#takeAll(files);
    return files.map(({ client, file, entries, problem }) => ({
      client,
      file,
      problem,
      servers: entries.flatMap(({ key }) => taken.get(key)?.found ?? []),
    }));
  }

  /**
   * Adds the chosen ones, disabled, and answers their names here. The files are read anew: where one
   * of them has another content than was shown, nothing is added and an AppFailure
   * `adding/import-changed` thrown.
   */
  async take(keys: readonly string[]): Promise<readonly string[]> {
    const taken = await this.#takeAll(await findClients(this.ports.machine));
    const names = new Set(this.ports.servers().keys());
    const edits: SettingsEdit[] = [];
    const added: string[] = [];
    for (const key of new Set(keys)) {
      const { found, config } = taken.get(key) ?? {};
      if (found === undefined || config === undefined) throw changed();
      const name = freeName(found.name, names);
      names.add(name);
      added.push(name);
      edits.push({ path: ['mcpServers', name], value: written(config) });
    }
    await this.ports.edit(edits);
    return added;
  }

  /** By key, in the order of the files. */
  async #takeAll(files: readonly ClientFile[]): Promise<ReadonlyMap<string, Taken>> {
    const { servers, signatureOf } = this.ports;
    const here = servers();
    const bySignature = new Map([...here].map(([name, config]) => [signatureOf(config), name]));
    const names = new Set(here.keys());
    const taken = new Map<string, Taken>();
    for (const entry of files.flatMap(({ entries }) => entries)) {
      const result = takeOver(entry, this.ports.machine.home);
      if ('why' in result) {
        taken.set(entry.key, { found: refused(entry, result.why), config: undefined });
        continue;
      }
      const { name, config, leftOut } = result;
      const as = freeName(name, names);
      const signature = signatureOf(config);
      const sameAs = bySignature.get(signature);
      if (sameAs === undefined) bySignature.set(signature, as);
      names.add(as);
      taken.set(entry.key, {
        config,
        found: {
          key: entry.key,
          name,
          as,
          project: entry.project,
          outline: outlineOf(config),
          leftOut,
          asksFor: await this.#missing(config),
          sameAs,
        },
      });
    }
    return taken;
  }

  async #missing(config: ServerConfig): Promise<readonly string[]> {
    const missing: string[] = [];
    for (const name of secretNames(config)) {
      if (!(await this.ports.hasSecret(name))) missing.push(name);
    }
    return missing;
  }
}

function refused({ key, name, project }: RawEntry & { key: string }, why: string): FoundServer {
  const message = `${name} can not be taken over: ${why}`;
  const problem: AppError = {
    code: 'adding/not-importable',
    message,
    params: { name, why: whyParam(why) },
  };
  return { key, name, as: name, project, leftOut: [], asksFor: [], problem };
}

/** As a person would write it: empty lists and absent fields are left out. */
export function written(config: ServerConfig): Record<string, unknown> {
  const isEmpty = (value: unknown): boolean =>
    value === undefined ||
    (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(config).filter(([, value]) => !isEmpty(value)));
}

const changed = (): AppFailure =>
  new AppFailure({
    code: 'adding/import-changed',
    message: 'A file of the other client has changed since it was shown. Look again.',
  });
