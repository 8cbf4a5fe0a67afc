import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';
import type { Patchbay } from './patchbay.ts';

/** An answer that is a call of one tool. */
export const callsTool = (id: string, name: string, input: unknown): FakeAnswer => ({
  blocks: [{ type: 'tool_use', id, name, json: JSON.stringify(input) }],
});

export const says = (text: string): FakeAnswer => ({ blocks: [{ type: 'text', text }] });

/** A server that pushes, passes prompts on, and does both when it is told to by its tools. */
export const channel = () => fixture('channel', { CHANNEL_RELAYS: '1' });

/** The app with a model by script and servers that speak first, all of them connected. */
export async function openTalking(settings: {
  readonly mcpServers: Readonly<Record<string, unknown>>;
  readonly script?: readonly FakeAnswer[];
  readonly more?: Readonly<Record<string, unknown>>;
}) {
  const { mcpServers, script = [], more = {} } = settings;
  const api = await new FakeApi(...script).start();
  onTestFinished(() => api.close());
  const userData = await dataFolder({ baseUrl: api.url, ...more, mcpServers });
  const open = async () => {
    const patchbay = await openPatchbay({ userData, env: { ANTHROPIC_API_KEY: 'sk-test' } });
    for (const name of Object.keys(mcpServers)) await patchbay.untilConnected(name);
    return new Talking(patchbay);
  };
  return { api, open, talking: await open() };
}

/** An app whose servers are told what to say. */
export class Talking {
  constructor(readonly patchbay: Patchbay) {}

  /** Calls a tool as the form on the Servers screen does; answers the text of its result. */
  async use(server: string, tool: string, input: Readonly<Record<string, unknown>> = {}) {
    const call = await this.patchbay.request('servers.tryTool', {
      id: randomUUID(),
      server,
      tool,
      input,
    });
    const [part] = call.result ?? [];
    return part?.kind === 'text' ? part.text : '';
  }

  async channel(server: string) {
    const { channels } = await this.patchbay.request('channels.view', undefined);
    return channels.find((one) => one.server === server);
  }

  /** Waits until a server was asked so often whether a tool may run; answers the last request. */
  async untilAsked(server: string, count: number) {
    type Asked = { readonly request_id: string; readonly description: string };
    let asked: readonly Asked[] = [];
    const read = async () => {
      asked = JSON.parse(await this.use(server, 'asked')) as readonly Asked[];
      return asked.length;
    };
    await expect.poll(read, { timeout: 20_000 }).toBe(count);
    return asked.at(-1);
  }

  /** What was pushed into the newest conversation, oldest first. */
  async pushed() {
    const items = await this.patchbay.items();
    return items.flatMap((item) => (item.kind === 'channel' ? [item] : []));
  }

  async untilIdle(): Promise<void> {
    await expect.poll(() => this.patchbay.activity(), { timeout: 30_000 }).toBe('idle');
  }
}
