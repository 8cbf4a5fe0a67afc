import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from '../../shared/adding.ts';
import type { ApprovalAnswer, ConfigView, Layer } from '../../shared/config.ts';
import { AppFailure } from '../../shared/errors.ts';
import type { ServerConfig } from '../../shared/server.ts';
import type { ConfigProblem } from '../../shared/settings.ts';
import type { Approvals } from '../store/approvals.ts';
import { commandFindings } from './commandFindings.ts';
import type { ServerDefinition } from './desiredServers.ts';
import { contentHash, entryText } from './entryText.ts';
import type { LayerEntries } from './layers.ts';
import { isLetIn } from './managed.ts';
import { merge } from './merge.ts';
import type { Entry, ManagedRules, Merged } from './merge.ts';
import type { Settings } from './parseSettings.ts';
import { SettingsFile } from './settingsFile.ts';
import type { SettingsEdit } from './settingsFile.ts';

export type ConfigurationPorts = {
  readonly settingsFile: string;
  readonly managedFile: string;
  readonly workspace: string;
  readonly bundled: LayerEntries;
  /** Those of plugins and connectors, as they are at the moment. */
  readonly others: () => readonly LayerEntries[];
  readonly approvals: Approvals;
  readonly now: () => number;
  /** Anything in the answers of this class may have changed. */
  readonly onChange: () => void;
};

/** The files that have servers, by their layer. */
type FileLayer = Extract<Layer, 'user' | 'project' | 'local' | 'managed'>;

/** The one owner of what should run: reads every layer, and says who is in force and why. */
export class Configuration {
  /** settings.json: the only one that the window edits besides the local one. */
  readonly user: SettingsFile;
  readonly #managed: SettingsFile;
  #workspace: string;
  #project: SettingsFile;
  #local: SettingsFile;
  #merged: Merged | undefined;
  #isOpen = false;
  /** Files are read one after the other; nothing is decided before all are. */
  #isReading = false;

  constructor(private readonly ports: ConfigurationPorts) {
    this.user = new SettingsFile(ports.settingsFile, this.#changed);
    this.#managed = new SettingsFile(ports.managedFile, this.#changed, false);
    this.#workspace = ports.workspace;
    this.#project = this.#projectFile();
    this.#local = this.#localFile();
  }

  /** The managed file comes first, then the settings, which name the workspace. */
  async open(workspaceOf: (settings: Settings) => string): Promise<void> {
    await this.#managed.open();
    await this.user.open();
    await this.#enter(workspaceOf(this.user.settings));
    this.#isOpen = true;
    this.#changed();
  }

  /** Reads the files of another workspace from now on. */
  async setWorkspace(folder: string): Promise<void> {
    if (folder === this.#workspace || !this.#isOpen) return;
    await this.#enter(folder);
    this.#changed();
  }

  /** By name, each with its origin. Nothing is there before it is open. */
  definitions(): readonly ServerDefinition[] {
    return this.#decided().definitions;
  }

  /** What the file of a layer says besides its servers; undefined where there is no such file. */
  settingsOf(layer: FileLayer): Settings | undefined {
    const file = this.#fileOf(layer);
    return file.exists ? file.settings : undefined;
  }

  pathOf(layer: FileLayer): string {
    return this.#fileOf(layer).path;
  }

  problems(): readonly ConfigProblem[] {
    const others = this.ports.others().flatMap(({ problems }) => problems);
    return [...this.#files().flatMap(({ problems }) => problems), ...others];
  }

  /** The files that there may be. */
  files(): readonly string[] {
    return this.#files().map(({ path }) => path);
  }

  view(): ConfigView {
    const { definitions, waiting, leftOut } = this.#decided();
    const rules = this.#rules();
    return {
      workspace: this.#workspace,
      waiting: waiting.map((entry) => {
        const { name, from, config } = entry;
        const before = this.ports.approvals.of(this.#placeOf(entry));
        return {
          key: this.#keyOf(entry),
          name,
          from,
          config,
          text: entryText(config),
          findings: findingsOf(name, config),
          ...(before && { before: { text: before.text, answer: before.answer } }),
        };
      }),
      leftOut,
      refused: [
        ...leftOut,
        ...definitions.map(({ name, origin }) => ({ name, losers: origin?.losers ?? [] })),
      ].flatMap(({ name, losers }) =>
        losers.flatMap(({ from, why }) => (why === 'refused' ? [{ name, from }] : [])),
      ),
      ...(rules && { managed: { file: this.#managed.path, excludes: rules.excludes } }),
    };
  }

  /** Answers about the very content that was shown. Throws an AppFailure when it is another one now. */
  answer(key: string, answer: ApprovalAnswer): void {
    const entry = this.#decided().waiting.find((one) => this.#keyOf(one) === key);
    if (entry === undefined) {
      const message = 'This entry has changed meanwhile. Look at it again.';
      throw new AppFailure({ code: 'config/approval-gone', message });
    }
    this.#keep(entry, answer);
    this.#changed();
  }

  /** Forgets what a person answered about an entry of the workspace. */
  askAgain(name: string, layer: 'project' | 'local'): void {
    this.ports.approvals.forget(this.#placeOf({ name, from: { layer } }));
    this.#changed();
  }

  /**
   * Edits `.patchbay/settings.local.json` of the workspace, so that `name` is `config` there. What is
   * written by us needs no approval; the same content from elsewhere does.
   */
  async saveLocal(name: string, config: ServerConfig | undefined, edits: readonly SettingsEdit[]) {
    const from = { layer: 'local' as const, file: this.#local.path };
    if (config !== undefined) this.#keep({ name, from, config }, 'approved');
    await this.#local.edit(edits);
    await this.#hintGit();
  }

  /** Throws an AppFailure when the lists of the managed file refuse a server as it is filled in. */
  checkLetIn(name: string, config: ServerConfig): void {
    const rules = this.#rules();
    if (rules === undefined || isLetIn(rules.lists, name, config)) return;
    throw new AppFailure({
      code: 'config/denied',
      message: `${name} was not started: ${this.#managed.path} does not let it in.`,
      params: { server: name, file: this.#managed.path },
    });
  }

  /** Throws an AppFailure where a managed file excludes what the window can edit. */
  checkEditable(): void {
    if (this.#rules()?.excludes !== true) return;
    throw new AppFailure({
      code: 'config/managed',
      message: `The servers are managed by ${this.#managed.path}, so that none can be changed here.`,
      params: { file: this.#managed.path },
    });
  }

  /** Entries of plugins or connectors have changed. */
  othersChanged(): void {
    this.#changed();
  }

  close(): void {
    this.#isOpen = false;
    for (const file of this.#files()) file.close();
  }

  readonly #changed = (): void => {
    if (!this.#isOpen || this.#isReading) return;
    this.#merged = undefined;
    this.ports.onChange();
  };

  #decided(): Merged {
    if (!this.#isOpen) return { definitions: [], waiting: [], leftOut: [] };
    this.#merged ??= merge({
      layers: [
        this.ports.bundled,
        ...this.ports.others(),
        entriesOf('user', this.user),
        entriesOf('project', this.#project),
        entriesOf('local', this.#local),
        entriesOf('managed', this.#managed),
      ],
      managed: this.#rules(),
      answerOf: (entry) => {
        const known = this.ports.approvals.of(this.#placeOf(entry));
        return known?.hash === contentHash(entry.config) ? known.answer : undefined;
      },
    });
    return this.#merged;
  }

  /**
   * A file that has servers excludes all others; one that has only lists filters them. One that can't
   * be read as it stands lets nothing else in: it must not be loosened by breaking it.
   */
  #rules(): ManagedRules | undefined {
    const { exists, settings, problems } = this.#managed;
    if (!exists) return undefined;
    const { allowedMcpServers: allow, deniedMcpServers: deny = [], hasServers } = settings;
    const hasLists = settings.allowedMcpServers !== undefined || deny.length > 0;
    const excludes = hasServers === true || !hasLists || problems.length > 0;
    return { excludes, lists: { allow, deny } };
  }

  async #enter(folder: string): Promise<void> {
    this.#project.close();
    this.#local.close();
    this.#workspace = folder;
    this.#project = this.#projectFile();
    this.#local = this.#localFile();
    this.#isReading = true;
    await Promise.all([this.#project.open(), this.#local.open()]);
    this.#isReading = false;
  }

  #projectFile(): SettingsFile {
    return new SettingsFile(join(this.#workspace, '.mcp.json'), this.#changed, false);
  }

  #localFile(): SettingsFile {
    const path = join(this.#workspace, '.patchbay', 'settings.local.json');
    return new SettingsFile(path, this.#changed, false);
  }

  #files(): readonly SettingsFile[] {
    return [this.#managed, this.user, this.#project, this.#local];
  }

  #fileOf(layer: FileLayer): SettingsFile {
    const by = { user: this.user, project: this.#project, local: this.#local };
    return layer === 'managed' ? this.#managed : by[layer];
  }

  #placeOf({ name, from }: Pick<Entry, 'name' | 'from'>) {
    return { workspace: this.#workspace, layer: from.layer, name };
  }

  #keyOf({ name, from, config }: Entry): string {
    return JSON.stringify([this.#workspace, from.layer, name, contentHash(config)]);
  }

  #keep(entry: Entry, answer: ApprovalAnswer): void {
    const { config } = entry;
    const content = { hash: contentHash(config), text: entryText(config), answer };
    this.ports.approvals.set(this.#placeOf(entry), content, this.ports.now());
  }

  /** Keeps the folder out of git, without touching a file of the project. */
  async #hintGit(): Promise<void> {
    const folder = dirname(this.#local.path);
    const hint = '# What Patchbay keeps here is for this machine only.\n*\n';
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.gitignore'), hint, { flag: 'wx' }).catch(() => undefined);
  }
}

function findingsOf(name: string, config: ServerConfig): readonly Finding[] {
  const given = { name, args: [], env: {}, headers: {} };
  if ('command' in config) {
    return commandFindings({ ...given, ...config, headers: {}, transport: 'stdio' });
  }
  if (config.type === 'sdk') return [];
  const { url, headers } = config;
  return commandFindings({ ...given, transport: 'http', url, headers });
}

function entriesOf(layer: FileLayer, { path, settings, problems }: SettingsFile): LayerEntries {
  return { from: { layer, file: path }, servers: settings.mcpServers, problems };
}
