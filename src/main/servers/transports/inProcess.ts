import { InMemoryTransport } from '@modelcontextprotocol/client';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { McpServer } from '@modelcontextprotocol/server';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';

/** Makes a server for one connection; asked anew for each, so that nothing of an old one stays. */
export type InProcessServer = () => McpServer | Promise<McpServer>;

/** The servers that live in this process, by the name that a configuration calls them by. */
export type InProcessServers = ReadonlyMap<string, InProcessServer>;

/**
 * MCP between two objects of one process, in whichever era the client opens. The server and the
 * SDK's half of it are loaded at the first start, so that the app starts without them.
 */
export class InProcessTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;

  #near: InMemoryTransport | undefined;
  #isClosed = false;

  constructor(
    private readonly name: string,
    private readonly servers: InProcessServers,
  ) {}

  /** Rejects with an AppFailure when there is no such server. */
  async start(): Promise<void> {
    const create = this.servers.get(this.name);
    if (create === undefined) throw new AppFailure(noSuchServer(this.name));
    const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    if (this.#isClosed) return;
    const [near, far] = InMemoryTransport.createLinkedPair();
    this.#near = near;
    near.onmessage = (message) => this.onmessage?.(message);
    near.onclose = () => this.#closed();
    // Named after its usual pipe, it serves any transport that holds one connection.
    serveStdio(create, { transport: far, onerror: (error) => this.onerror?.(error) });
    await near.start();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#near === undefined) throw new Error('the server is not connected');
    // A copy, as over a wire: neither side must see what the other does to it later.
    await this.#near.send(structuredClone(message));
  }

  async close(): Promise<void> {
    await this.#near?.close();
    this.#closed();
  }

  #closed(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }
}

function noSuchServer(name: string): AppError {
  return {
    code: 'server/not-in-process',
    message: `Patchbay has no built-in server named ${name}.`,
    params: { name },
    action: 'edit-server',
  };
}
