import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { applyEdits, modify, parseTree } from 'jsonc-parser';
import type { JSONPath, ParseError } from 'jsonc-parser';
import { AppFailure } from '../../shared/errors.ts';
import type { ConfigProblem } from '../../shared/settings.ts';
import { emptySettings, parseSettings } from './parseSettings.ts';
import type { Settings } from './parseSettings.ts';

/** A change to settings.json: the value at a path, or undefined to take it away. */
export type SettingsEdit = { readonly path: JSONPath; readonly value: unknown };

const firstText = `{
  // Servers that Patchbay connects to, by name, as in any MCP client:
  // "files": { "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "."] }
  "mcpServers": {}
}
`;

/** How long a burst of file events may last before it is read once, in milliseconds. */
const settleMs = 60;

/**
 * The one owner of settings.json: reads it, watches it, edits it in place so that comments stay.
 * It is never written when it does not parse, a write is atomic and leaves one backup beside it.
 */
export class SettingsFile {
  settings: Settings = emptySettings;
  problems: readonly ConfigProblem[] = [];
  #text: string | undefined;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    readonly path: string,
    private readonly onChange: () => void,
  ) {}

  /** Reads the file and goes on watching it; a missing one is the same as an empty one. */
  async open(): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true });
    // The folder is watched: editors replace the file, and a watch on it would follow the old one.
    this.#watcher = watch(dirname(this.path), (_event, name) => {
      if (name !== null && name !== basename(this.path)) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.reload(), settleMs);
    });
    this.#watcher.on('error', () => this.#watcher?.close());
    await this.reload();
  }

  async reload(): Promise<void> {
    const text = await readText(this.path);
    if (text === this.#text) return;
    this.#text = text;
    const parsed = parseSettings(text, this.path, this.settings);
    this.settings = parsed.settings;
    this.problems = parsed.problems;
    this.onChange();
  }

  /** Makes the file if there is none, so that an editor has something to open. */
  async ensure(): Promise<void> {
    if ((await readText(this.path)) === '') await writeAtomic(this.path, firstText);
    await this.reload();
  }

  /** Edits run one after the other, each on the file as it stands on disk at that moment. */
  async edit(edits: readonly SettingsEdit[]): Promise<void> {
    const write = this.#writing.then(() => this.#edit(edits));
    this.#writing = write.catch(() => undefined);
    await write;
  }

  async #edit(edits: readonly SettingsEdit[]): Promise<void> {
    const onDisk = await readText(this.path);
    let text = onDisk.trim() === '' ? firstText : onDisk;
    const errors: ParseError[] = [];
    const root = parseTree(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
    if (errors.length > 0 || root?.type !== 'object') {
      throw new AppFailure({
        code: 'config/not-written',
        message: `${this.path} has a mistake and was not changed. Mend it, then try again.`,
        params: { file: this.path },
        action: 'edit-config',
      });
    }
    const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
    for (const { path, value } of edits) {
      text = applyEdits(text, modify(text, path, value, { formattingOptions }));
    }
    if (text === onDisk) return;
    if (onDisk !== '') await copyFile(this.path, `${this.path}.bak`);
    await writeAtomic(this.path, text);
    await this.reload();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** The content is on disk before the name points to it; the file may hold secrets, so 0600. */
async function writeAtomic(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
