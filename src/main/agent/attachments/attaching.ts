import { basename } from 'node:path';
import { mostAttachments, tooManyPages } from '../../../shared/attachLimits.ts';
import { AppFailure, toAppError } from '../../../shared/errors.ts';
import type {
  Attachment,
  FileAttachment,
  ReadAttachment,
  UnreadFile,
} from '../../../shared/resource.ts';
import type { ResultFiles } from '../../tools/resultFiles.ts';
import { keepAttachments, keepWithPages, readAttachments } from './attachments.ts';
import type { ReadOfServer } from './attachments.ts';
import type { PageCounter } from '../pdf/pageCounter.ts';
import { isGone, personFileType, readPersonFile } from './personFile.ts';

export type AttachingOptions = {
  /** Where files are until their message is sent. */
  readonly waiting: Pick<ResultFiles, 'names' | 'read' | 'remove' | 'save'>;
  /** Where those of conversations are. */
  readonly files: Pick<ResultFiles, 'read' | 'remove' | 'save'>;
  readonly read: ReadOfServer;
  readonly countPages: PageCounter;
};

/** The file that is to go with a message: where the person has it, or what it holds. */
export type GivenFile =
  { readonly path: string } | { readonly name: string; readonly bytes: Uint8Array };

const longestName = 255;

/** What goes with messages, from the choice of a file until it is kept with its conversation. */
export class Attaching {
  readonly #options: AttachingOptions;
  /** How many pages the PDF among those that wait have, as they were counted when they came. */
  readonly #pages = new Map<string, number | undefined>();
  constructor(options: AttachingOptions) {
    this.#options = options;
  }

  /** Keeps a file as it is now. Throws an AppFailure when it can't go with a message. */
  async add(given: GivenFile): Promise<FileAttachment> {
    const name = givenName(given);
    const bytes =
      'path' in given ? await readPersonFile(given.path, name) : Buffer.from(given.bytes);
    const mediaType = personFileType(name, bytes);
    const { waiting, countPages } = this.#options;
    const file = await keepWithPages(bytes, mediaType, waiting.save, countPages);
    this.#pages.set(file.name, file.pages);
    return { kind: 'file', name, mediaType, file };
  }

  /** Several at once; one more than can be sent tells that they are too many. */
  async addAll(files: readonly GivenFile[]): Promise<readonly (FileAttachment | UnreadFile)[]> {
    return Promise.all(
      files
        .slice(0, mostAttachments + 1)
        .map(async (given): Promise<FileAttachment | UnreadFile> => {
          try {
            return await this.add(given);
          } catch (error) {
            return { kind: 'unread', name: givenName(given), error: toAppError(error) };
          }
        }),
    );
  }

  /** Those of messages that were sent stay. */
  forget(name: string): Promise<void> {
    this.#pages.delete(name);
    return this.#options.waiting.remove(name);
  }

  /** What waits otherwise belongs to no message that is still being written. */
  async keepOnly(names: readonly string[]): Promise<void> {
    const kept = new Set(names);
    const all = await this.#options.waiting.names();
    await Promise.allSettled(all.filter((name) => !kept.has(name)).map((one) => this.forget(one)));
  }

  /**
   * Reads and keeps what goes with a message, and sends it; `pageLimit` is how many pages of PDF the
   * model takes. All of it, or nothing: then it waits as before.
   */
  async send<T>(
    attachments: readonly Attachment[],
    pageLimit: () => Promise<number>,
    go: (kept: readonly ReadAttachment[]) => T,
  ): Promise<T> {
    const { files, read } = this.#options;
    const saved: string[] = [];
    const save: ResultFiles['save'] = async (bytes, mediaType) => {
      const path = await files.save(bytes, mediaType);
      saved.push(basename(path));
      return path;
    };
    try {
      const all = await readAttachments(attachments, read);
      const kept = await keepAttachments(all, save, {
        bytesOfFile: (one) => this.#bytesOf(one),
        countPages: (bytes, name) => this.#pagesOf(bytes, name),
      });
      const pages = kept.reduce((sum, { file }) => sum + (file?.pages ?? 0), 0);
      const tooMany = pages > 0 ? tooManyPages(pages, await pageLimit()) : undefined;
      if (tooMany) throw new AppFailure(tooMany);
      const answer = go(kept);
      await this.#forgetAll(attachments);
      return answer;
    } catch (error) {
      await Promise.all(saved.map((name) => files.remove(name)));
      throw error;
    }
  }

  /** Of one that waits, or of a message that goes again. */
  async #bytesOf({ name, file }: FileAttachment): Promise<Buffer> {
    const { waiting, files } = this.#options;
    const bytes = (await waiting.read(file.name)) ?? (await files.read(file.name));
    if (bytes) return bytes;
    throw isGone(name);
  }

  async #pagesOf(bytes: Uint8Array, name = ''): Promise<number | undefined> {
    return this.#pages.has(name) ? this.#pages.get(name) : this.#options.countPages(bytes);
  }

  /** What can't be removed now is at the next start. */
  async #forgetAll(attachments: readonly Attachment[]): Promise<void> {
    const names = attachments.flatMap((one) => (one.kind === 'file' ? one.file.name : []));
    await Promise.allSettled(names.map((name) => this.forget(name)));
  }
}

const givenName = (given: GivenFile): string => nameOf('path' in given ? given.path : given.name);

/** As it is shown: without its folders, and not too long. */
function nameOf(path: string): string {
  const name = basename(path.replace(/\\/g, '/')).replace(
    /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu,
    '',
  );
  return name === '' ? 'file' : name.slice(-longestName);
}
