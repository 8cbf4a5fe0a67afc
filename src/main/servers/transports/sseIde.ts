import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ideAddress, ideTokenHeader, matchIde, parseIdeLock } from './ideLock.ts';
import type { IdeLock } from './ideLock.ts';

/** A transport to an address, as sse.ts and ws.ts make them. */
type RemoteTransport = Transport & { readonly failure?: AppError | undefined };

export type SseIdeOptions = {
  /** Where IDEs put their lock files; one that is not there is passed over. */
  readonly lockFolders: readonly string[];
  /** An absolute path. */
  readonly workspace: string;
  /** A fixed address; a lock file of its port still gives the token. */
  readonly url?: string | undefined;
  readonly ideName?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly openRemote: (target: {
    readonly kind: 'sse' | 'ws';
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
  }) => RemoteTransport;
};

type Found = { readonly lock: IdeLock; readonly path: string };

/**
 * MCP to the IDE that has the workspace open. Its lock file says where and with which token; when
 * that changes, because the IDE was closed or started anew, the connection ends and says so.
 */
export class SseIdeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  #inner: RemoteTransport | undefined;
  #watcher: FSWatcher | undefined;
  #failure: AppError | undefined;
  #isClosed = false;

  constructor(private readonly options: SseIdeOptions) {}

  /** Why it could not start, or ended by itself. */
  get failure(): AppError | undefined {
    return this.#failure ?? this.#inner?.failure;
  }

  /** Resolves when the IDE answers; rejects with an AppFailure when none has the workspace open. */
  async start(): Promise<void> {
    const { workspace, url, headers, openRemote } = this.options;
    const found = await this.#find();
    if (this.#isClosed) return;
    if (url === undefined && found === undefined) throw this.#fail(ideNotFound(workspace));
    const token = found?.lock.authToken;
    const inner = openRemote({
      kind: url === undefined ? (found?.lock.transport ?? 'sse') : 'sse',
      url: url ?? (found === undefined ? '' : ideAddress(found.lock)),
      headers: token === undefined ? headers : { ...headers, [ideTokenHeader]: token },
    });
    this.#inner = inner;
    inner.onmessage = (message, extra) => this.onmessage?.(message, extra);
    inner.onerror = (error) => this.onerror?.(error);
    inner.onclose = () => this.#closed();
    if (found !== undefined) this.#follow(found);
    await inner.start();
  }

  async send(message: JSONRPCMessage, options?: Parameters<Transport['send']>[1]): Promise<void> {
    if (this.#inner === undefined) throw new Error('the IDE is not connected');
    await this.#inner.send(message, options);
  }

  setProtocolVersion(version: string): void {
    this.#inner?.setProtocolVersion?.(version);
  }

  async close(): Promise<void> {
    this.#watcher?.close();
    await this.#inner?.close();
    this.#closed();
  }

  async #find(): Promise<Found | undefined> {
    const { lockFolders, workspace, ideName, url } = this.options;
    const found = (await Promise.all(lockFolders.map(readLocks))).flat();
    const locks = found.map(({ lock }) => lock);
    const lock =
      url === undefined
        ? matchIde(locks, { workspace, ideName, isAlive })
        : locks.find(({ port }) => isLoopbackPort(url, port));
    return found.find((one) => one.lock === lock);
  }

  /** Ends the connection when the lock file goes, or names another address or token. */
  #follow({ lock, path }: Found): void {
    const look = async () => {
      const now = await readLock(path);
      if (now === 'unreadable' || this.#isClosed) return;
      const isSame =
        now !== 'gone' && now.authToken === lock.authToken && now.transport === lock.transport;
      if (isSame) return;
      this.#fail(now === 'gone' ? ideLeft(lock.ideName) : ideRestarted(lock.ideName));
      await this.close();
    };
    // Its process must not keep ours alive.
    this.#watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
      if (name === null || name === basename(path)) void look();
    });
    this.#watcher.on('error', () => this.#watcher?.close());
    // It may have changed between the reading and the watching.
    void look();
  }

  #fail(failure: AppError): AppFailure {
    this.#failure = failure;
    return new AppFailure(failure);
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#watcher?.close();
    this.onclose?.();
  }
}

/** The locks of a folder, latest first. */
async function readLocks(folder: string): Promise<readonly Found[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const [lock, { mtimeMs }] = await Promise.all([
        readLock(path),
        stat(path).catch(() => ({ mtimeMs: 0 })),
      ]);
      return typeof lock === 'string' ? [] : [{ lock, path, mtimeMs }];
    }),
  );
  return found.flat().sort((a, b) => b.mtimeMs - a.mtimeMs);
}

async function readLock(path: string): Promise<IdeLock | 'gone' | 'unreadable'> {
  try {
    return parseIdeLock(basename(path), await readFile(path, 'utf8')) ?? 'unreadable';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' ? 'gone' : 'unreadable';
  }
}

function isLoopbackPort(url: string, port: number): boolean {
  const { hostname, port: given } = new URL(url);
  return given === String(port) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** A process of another user is alive as well. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function ideNotFound(workspace: string): AppError {
  return {
    code: 'server/ide-not-found',
    message: `No IDE has ${workspace} open. Open it there, with its extension switched on.`,
    params: { workspace },
    action: 'retry',
  };
}

function ideLeft(ide: string): AppError {
  return {
    code: 'server/ide-left',
    message: `${ide} was closed.`,
    params: { ide },
    action: 'retry',
  };
}

function ideRestarted(ide: string): AppError {
  return {
    code: 'server/ide-restarted',
    message: `${ide} was started anew.`,
    params: { ide },
    action: 'retry',
  };
}
