import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ChatItem } from '../../../shared/chat.ts';
import type { WorkspacePath } from '../../tools/workspace/workspace.ts';
import type { TurnEvent } from '../turnEvents.ts';

/**
 * The files outside the workspace that a conversation may read: exactly those in which results of
 * its own calls were saved.
 */
export class GivenFiles {
  readonly #paths = new Set<string>();

  constructor(items: readonly ChatItem[]) {
    for (const item of items) this.#note(item);
  }

  /** Where such a file is; undefined for any other path. */
  readonly find = async (asked: string): Promise<WorkspacePath | undefined> => {
    if (asked.includes('\0')) return undefined;
    const path = resolve('/', asked);
    if (!this.#paths.has(path)) return undefined;
    return { path: await realpath(path).catch(() => path), name: path };
  };

  /** Passes events on and takes note of what they give. */
  async *watch(events: AsyncIterable<TurnEvent>): AsyncGenerator<TurnEvent> {
    for await (const event of events) {
      if (event.kind === 'item') this.#note(event.item);
      yield event;
    }
  }

  #note(item: ChatItem): void {
    if (!('call' in item)) return;
    for (const part of item.call.result ?? []) {
      if (part.kind === 'file') this.#paths.add(part.path);
    }
  }
}
