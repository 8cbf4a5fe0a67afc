import type { Roots } from './connection/serverRequests.ts';

/** The folders that are told to servers; setting others tells them. */
export class WorkspaceRoots implements Roots {
  readonly #listeners = new Set<() => void>();
  #folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.#folders = [...folders];
  }

  list(): readonly string[] {
    return this.#folders;
  }

  /** Absolute paths. The same ones again are no change. */
  set(folders: readonly string[]): void {
    const same = folders.length === this.#folders.length;
    if (same && folders.every((folder, index) => folder === this.#folders[index])) return;
    this.#folders = [...folders];
    for (const listener of this.#listeners) listener();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
