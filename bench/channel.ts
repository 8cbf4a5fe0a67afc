// From a server's push to the model request that holds it: with nobody at work, with an agent at work,
// and 10 000 at once. The server is a process of its own; the time of the call that makes it push
// counts too.
import { join } from 'node:path';
import type { ModelClient, ModelEvent, ModelRequest } from '../src/main/agent/model/model.ts';
import { ServerConfig } from '../src/shared/server.ts';
import { channelRooms } from '../test/channelRooms.ts';
import { openRooms } from '../test/rooms.ts';
import { percentile } from './figures.mjs';

const pushes = 200;
const atOnce = 10_000;
/** How long one answer of the model takes while it is at work. */
const roundMs = 20;
const signal = new AbortController().signal;
const script = join(process.cwd(), 'test/fixtures/servers/channel.mjs');
const roomy = { burst: 100_000, perMinute: 100_000, waiting: 100_000, waitingBytes: 2 ** 30 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Notes when it is first asked with each push, and works on for as long as `isAtWork`. */
class NotingModel implements ModelClient {
  /** When each push came, by its content. */
  readonly seen = new Map<string, number>();
  requests = 0;
  isAtWork = false;

  async *stream({ messages }: ModelRequest): AsyncGenerator<ModelEvent> {
    this.requests += 1;
    for (const { content } of messages) {
      for (const part of typeof content === 'string' ? [] : content) {
        if (part.type === 'text') this.#note(part.text);
      }
    }
    if (!this.isAtWork) {
      yield { kind: 'block', index: 0, block: { kind: 'text' } };
      yield { kind: 'text', index: 0, text: 'Seen.' };
      yield { kind: 'block-end', index: 0 };
      yield { kind: 'end', reason: 'end_turn' };
      return;
    }
    await pause(roundMs);
    const name = 'mcp__ci__reply';
    yield { kind: 'block', index: 0, block: { kind: 'tool', id: `c${this.requests}`, name } };
    yield { kind: 'arguments', index: 0, json: '{}' };
    yield { kind: 'block-end', index: 0 };
    yield { kind: 'end', reason: 'tool_use' };
  }

  #note(text: string): void {
    for (const [, content = ''] of text.matchAll(/<channel [^>]*>\n([^\n]*)\n<\/channel>/g)) {
      if (!this.seen.has(content)) this.seen.set(content, performance.now());
    }
  }

  async listModels() {
    return [];
  }

  async countTokens() {
    return undefined;
  }

  contextWindow() {
    return undefined;
  }

  async untilContextWindow() {
    return undefined;
  }

  hasToolSearch() {
    return false;
  }
}

async function openWorld() {
  const model = new NotingModel();
  let close = async (): Promise<void> => undefined;
  const rooms = channelRooms(
    (onNews) => {
      const opened = openRooms({ onNews });
      close = () => opened.close();
      return opened.supervisor;
    },
    { model, bounds: () => roomy },
  );
  const { supervisor, channels, permissions, chats } = rooms;
  const config = ServerConfig.parse({
    command: process.execPath,
    args: [script],
    env: { CHANNEL_RELAYS: '1' },
  });
  supervisor.reconcile([{ name: 'ci', source: 'user', autoStart: false, config }]);
  await supervisor.connect('ci', signal);
  permissions.setBypass(true);
  const id = chats.create('bench');
  channels.allow('ci', id);
  const push = (input: Readonly<Record<string, unknown>>) =>
    supervisor.call('ci', 'push', input, { signal });
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await pause(1);
  };
  return {
    ...rooms,
    model,
    id,
    push,
    until,
    async close() {
      model.isAtWork = false;
      await rooms.close();
      await close();
    },
  };
}

/** Milliseconds from a push to the request that holds it, one after the other. */
async function oneByOne(isAtWork: boolean): Promise<readonly number[]> {
  const world = await openWorld();
  const { model, chats, id } = world;
  model.isAtWork = isAtWork;
  if (isAtWork) chats.send({ conversationId: id, text: 'work' });
  const times: number[] = [];
  for (let n = 0; n < pushes; n++) {
    // At any moment of a round.
    await pause((n * 7) % roundMs);
    if (!isAtWork) await chats.idle(id);
    const content = `push ${n}`;
    const started = performance.now();
    await world.push({ content });
    await world.until(() => model.seen.has(content));
    times.push((model.seen.get(content) ?? 0) - started);
  }
  await world.close();
  return times;
}

/** What came of very many at once. */
async function flood() {
  const world = await openWorld();
  const { model, chats, channels, id } = world;
  const started = performance.now();
  await world.push({ content: 'one of many', count: atOnce });
  const kept = () => chats.open(id).items.filter(({ kind }) => kind === 'channel');
  await world.until(() => chats.activity(id) === 'idle' && channels.unseen('ci').count >= atOnce);
  await chats.idle(id);
  while (kept().length < atOnce) await pause(20);
  await chats.idle(id);
  const tookMs = performance.now() - started;
  const numbers = kept().map((item) =>
    item.kind === 'channel' ? Number(item.meta.find(({ key }) => key === 'n')?.value) : -1,
  );
  const [view] = channels.view().channels;
  await world.close();
  return {
    sent: atOnce,
    shown: numbers.length,
    different: new Set(numbers).size,
    inOrder: numbers.every((number, at) => number === at),
    heldBack: view?.heldBack ?? 0,
    requests: model.requests,
    tookMs,
  };
}

const round = (value: number): number => Number(value.toFixed(1));
const idle = await oneByOne(false);
const busy = await oneByOne(true);
const many = await flood();
process.stdout.write(
  `${JSON.stringify({
    bench: 'channel',
    p50: round(percentile(idle, 50)),
    p99: round(percentile(idle, 99)),
    unit: 'ms',
    busyP50Ms: round(percentile(busy, 50)),
    busyP99Ms: round(percentile(busy, 99)),
    roundMs,
    pushes,
    lost: many.sent - many.different,
    doubled: many.shown - many.different,
    inOrder: many.inOrder,
    heldBack: many.heldBack,
    atOnce,
    atOnceMs: round(many.tookMs),
    requests: many.requests,
  })}\n`,
);
