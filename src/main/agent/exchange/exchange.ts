import { randomUUID } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { AppFailure } from '../../../shared/errors.ts';
import type { Conversations } from '../../store/conversations.ts';
import type { Database } from '../../store/database.ts';
import { fillConversation, wholeConversation } from '../../store/fillConversation.ts';
import { filesOf, withFiles } from '../../store/itemFiles.ts';
import { exportTo } from '../../store/writeWhole.ts';
import { mediaTypeOf } from '../../tools/resultFiles.ts';
import type { ResultFiles } from '../../tools/resultFiles.ts';
import { exchangeFormat, mostBytes, parseExchange } from './exchangeFile.ts';
import type { ExchangedConversation } from './exchangeFile.ts';
import { toMarkdown } from './toMarkdown.ts';

export type ExchangeFormat = 'markdown' | 'json';

export type ExchangeOptions = {
  readonly database: Database;
  readonly conversations: Conversations;
  readonly files: Pick<ResultFiles, 'read' | 'save' | 'remove'>;
  readonly onListChange: () => void;
};

/** Takes conversations out of Patchbay and in again. */
export class Exchange {
  readonly #options: ExchangeOptions;
  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  markdown(id: string): string {
    const { conversations } = this.#options;
    return toMarkdown(conversations.get(id)?.title ?? '', conversations.items(id));
  }

  /** Writes one conversation, or all. Throws `chat/not-exported`, and leaves what was there. */
  async write(path: string, format: ExchangeFormat, id: string | undefined): Promise<void> {
    const ids = id === undefined ? this.#options.conversations.list().map((one) => one.id) : [id];
    const texts = format === 'json' ? this.#jsonOf(ids) : this.#markdownOf(ids);
    await exportTo(path, texts, 'chat/not-exported');
  }

  /** Reads a file that was written as JSON; all of it, or nothing. Answers the new ids. */
  async read(path: string): Promise<readonly string[]> {
    const conversations = parseExchange(await textOf(path), path);
    const ids: string[] = [];
    const saved: string[] = [];
    try {
      for (const conversation of conversations) ids.push(await this.#add(conversation, saved));
    } catch (error) {
      this.#forget(ids);
      await Promise.all(saved.map((name) => this.#options.files.remove(name)));
      throw error;
    }
    this.#options.onListChange();
    return ids;
  }

  async *#jsonOf(ids: readonly string[]): AsyncGenerator<string> {
    const head = { format: exchangeFormat, version: 1, exportedAt: Date.now() };
    yield `${JSON.stringify(head).slice(0, -1)},"conversations":[`;
    for (const [index, id] of ids.entries()) {
      const conversation = await this.#exchanged(id);
      yield `${index === 0 ? '\n' : ',\n'}${JSON.stringify(conversation)}`;
    }
    yield '\n]}\n';
  }

  *#markdownOf(ids: readonly string[]): Generator<string> {
    for (const [index, id] of ids.entries()) {
      yield `${index === 0 ? '' : '\n---\n\n'}${this.markdown(id)}`;
    }
  }

  async #exchanged(id: string): Promise<ExchangedConversation> {
    const { database, conversations, files } = this.#options;
    const { title = '', updatedAt = 0, isPinned, isArchived, model } = conversations.get(id) ?? {};
    const { items, ways } = wholeConversation(database, id);
    const held: { name: string; data: string }[] = [];
    for (const name of new Set(items.flatMap(filesOf))) {
      const bytes = await files.read(name);
      if (bytes) held.push({ name, data: bytes.toString('base64') });
    }
    const kept = { title, updatedAt, isPinned, isArchived, model, items };
    const more = { ways: ways.forks.length > 0 ? ways : undefined };
    return { ...kept, ...more, files: held.length > 0 ? held : undefined };
  }

  async #add(conversation: ExchangedConversation, saved: string[]): Promise<string> {
    const { database, conversations, files } = this.#options;
    const paths = new Map<string, string>();
    for (const { name, data } of conversation.files ?? []) {
      const path = await files.save(Buffer.from(data, 'base64'), mediaTypeOf(name));
      paths.set(name, path);
      saved.push(basename(path));
    }
    const id = randomUUID();
    const { title, updatedAt, ways, model, isPinned, isArchived } = conversation;
    const items = conversation.items.map((item) => withFiles(item, paths));
    fillConversation(database, { id, title, updatedAt, model }, items, ways);
    conversations.change(id, { isPinned, isArchived });
    return id;
  }

  #forget(ids: readonly string[]): void {
    for (const id of ids) {
      this.#options.database.prepare('DELETE FROM conversations WHERE id = ?').run(id);
    }
  }
}

async function textOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > mostBytes) throw new Error(`it has more than ${mostBytes / 1_000_000} MB`);
    return await readFile(path, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new AppFailure({
      code: 'chat/import-unreadable',
      message: `${path} could not be read: ${why}`,
      params: { file: path, why },
    });
  }
}
