import { copyFile, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { JSONPath, Node, ParseError } from 'jsonc-parser';
import { AppFailure } from '../../shared/errors.ts';
import type { ConfigProblem } from '../../shared/settings.ts';
import { Turns } from '../../shared/turns.ts';
import { entryEdits } from './entryEdits.ts';
import { emptySettings, parseSettings } from './parseSettings.ts';
import type { Settings } from './parseSettings.ts';
import { readConfigFile } from './readConfigFile.ts';
import { watchFile } from './watchFile.ts';

/** A change to settings.json: the value at a path, or undefined to take it away. */
export type SettingsEdit = {
  readonly path: JSONPath;
  readonly value: unknown;
  /** The value is an entry, and takes over what is not ours from the one at this path. */
  readonly entryFrom?: JSONPath | undefined;
};

const firstText = `{
  // Servers that Patchbay connects to, by name, as in any MCP client:
  // "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] }
  "mcpServers": {}
}
`;

/** So often an edit is made anew when somebody else writes the file meanwhile. */
const mostTries = 5;

/**
 * The one owner of a file in the form of settings.json: reads it, watches it, edits it in place so
 * that comments stay. It is never written when it does not parse, a write is atomic and leaves one
 * backup beside it, and what somebody else wrote meanwhile is not lost.
 */
export class SettingsFile {
  settings: Settings = emptySettings;
  problems: readonly ConfigProblem[] = [];
  /** There is such a file, if one that can't be read. */
  exists = false;
  #seen: string | undefined;
  #unwatch: (() => void) | undefined;
  readonly #reads = new Turns();
  readonly #writes = new Turns();

  /** `own` is false for one in a folder of others: no symbolic link is followed to write it. */
  constructor(
    readonly path: string,
    private readonly onChange: () => void,
    private readonly own = true,
  ) {}

  /** Reads the file and goes on watching it; a missing one is the same as an empty one. */
  async open(): Promise<void> {
    if (this.own) await mkdir(dirname(this.path), { recursive: true });
    this.#unwatch = watchFile(this.path, () => void this.reload());
    await this.reload();
  }

  /** What is wrong with the file is in `problems`. What was read first never comes last. */
  reload(): Promise<void> {
    return this.#reads.run(() => this.#read());
  }

  async #read(): Promise<void> {
    const read = await readConfigFile(this.path);
    const seen = `${read.exists} ${read.text ?? read.error.message}`;
    if (seen === this.#seen) return;
    this.#seen = seen;
    this.exists = read.exists;
    if (read.text === undefined) {
      const { error } = read;
      this.problems = [{ file: this.path, line: 0, column: 0, field: '', error }];
    } else {
      const parsed = parseSettings(read.text, this.path, this.settings);
      this.settings = parsed.settings;
      this.problems = parsed.problems;
    }
    this.onChange();
  }

  /** Makes the file if there is none, so that an editor has something to open. */
  ensure(): Promise<void> {
    return this.#writes.run(async () => {
      const read = await readConfigFile(this.path);
      if (read.text === '') await this.#write('', firstText);
      await this.reload();
    });
  }

  /** Edits run one after the other, each on the file as it stands on disk at that moment. */
  edit(edits: readonly SettingsEdit[]): Promise<void> {
    return this.#writes.run(() => this.#edit(edits));
  }

  async #edit(edits: readonly SettingsEdit[]): Promise<void> {
    for (let tries = 0; tries < mostTries; tries++) {
      const { text: onDisk } = await readConfigFile(this.path);
      if (onDisk === undefined) throw this.#notWritten();
      const text = this.#edited(onDisk, edits);
      if (text === onDisk || (await this.#write(onDisk, text))) return this.reload();
    }
    throw this.#notWritten();
  }

  #edited(onDisk: string, edits: readonly SettingsEdit[]): string {
    const mark = onDisk.startsWith('\uFEFF') ? '\uFEFF' : '';
    const source = onDisk.slice(mark.length);
    let text = source.trim() === '' ? firstText : source;
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
    const set = (path: JSONPath, value: unknown): void => {
      const isThere = (node: Node | undefined) => node && findNodeAtLocation(node, path);
      // What is not there can't be taken away.
      if (value === undefined && isThere(parsed(text)) === undefined) return;
      text = applyEdits(text, modify(text, path, value, { formattingOptions }));
    };
    for (const { path, value, entryFrom } of edits) {
      const root = parsed(text);
      if (root === undefined) throw this.#notWritten();
      const at = whereItIs(root, path);
      if (entryFrom === undefined) set(at, value);
      else {
        const entry = value as Readonly<Record<string, unknown>>;
        const parts = entryEdits(root, at, entry, whereItIs(root, entryFrom));
        for (const part of parts) set(part.path, part.value);
      }
    }
    if (parsed(text) === undefined) throw this.#notWritten();
    return mark + text;
  }

  /** False when the file is not what was read any more; then nothing was written. */
  async #write(before: string, text: string): Promise<boolean> {
    const target = await this.#target();
    const temporary = `${target}.${process.pid}.tmp`;
    try {
      await writeThrough(temporary, text);
      if ((await readConfigFile(target)).text !== before) return false;
      if (before !== '') await copyFile(target, `${target}.bak`);
      await rename(temporary, target);
      return true;
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      const message = `${this.path} could not be written: ${why}`;
      throw new AppFailure({
        code: 'config/unwritable',
        message,
        params: { file: this.path, why },
      });
    } finally {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }

  /** The file itself, where ours is a link to it, as those who keep their settings elsewhere have it. */
  async #target(): Promise<string> {
    if (this.own) return realpath(this.path).catch(() => this.path);
    for (const path of [dirname(this.path), this.path]) {
      const found = await lstat(path).catch(() => undefined);
      if (found?.isSymbolicLink()) throw this.#notWritten();
    }
    await mkdir(dirname(this.path), { recursive: true });
    return this.path;
  }

  #notWritten(): AppFailure {
    return new AppFailure({
      code: 'config/not-written',
      message: `${this.path} has a mistake and was not changed. Mend it, then try again.`,
      params: { file: this.path },
      action: 'edit-config',
    });
  }

  close(): void {
    this.#unwatch?.();
  }
}

/** The tree of a text that may be written; undefined when it does not parse. */
function parsed(text: string): Node | undefined {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { allowTrailingComma: true });
    return errors.length === 0 && root?.type === 'object' ? root : undefined;
  } catch {
    // Nested so deeply that the stack does not hold it.
    return undefined;
  }
}

/** A server that stands under the name that another client gives to the block is changed there. */
function whereItIs(root: Node, path: JSONPath): JSONPath {
  const [block, ...rest] = path;
  if (block !== 'mcpServers') return path;
  const elsewhere: JSONPath = ['servers', ...rest];
  const isElsewhere =
    findNodeAtLocation(root, ['mcpServers', ...rest.slice(0, 1)]) === undefined &&
    findNodeAtLocation(root, elsewhere.slice(0, 2)) !== undefined;
  return isElsewhere ? elsewhere : path;
}

/** The content is on disk before the name points to it; the file may hold secrets, so 0600. */
async function writeThrough(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
