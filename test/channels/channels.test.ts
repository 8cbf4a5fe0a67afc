import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { Channels } from '../../src/main/channels/channels.ts';
import { ChannelInbox } from '../../src/main/store/channelInbox.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import { connected, serverSummary } from '../fakes/tools.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  onTestFinished(() => void vi.useRealTimers());
});

function setUp() {
  const database = openDatabase(':memory:');
  const woken: string[] = [];
  const warned: string[] = [];
  let command = 'ci';
  let begun = 0;
  let isConfigured = true;
  const gone = new Set<string>();
  const rooms = {
    inbox: new ChannelInbox(database),
    servers: {
      list: () =>
        isConfigured ? [{ ...serverSummary('ci', connected), channel: 'open' as const }] : [],
      config: () => ServerConfig.parse({ command }),
    },
    conversations: {
      begin: () => `c${++begun}`,
      exists: (id: string) => id.startsWith('c') && !gone.has(id),
      wake: (id: string) => void woken.push(id),
    },
    warn: (_server: string, text: string) => void warned.push(text),
    onChange: () => undefined,
    bounds: () => ({ burst: 3, perMinute: 60, waiting: 100, waitingBytes: 10_000 }),
  };
  const channels = new Channels(rooms);
  const view = () => channels.view().channels[0];
  const change = (to: string) => (command = to);
  const configure = (is: boolean) => (isConfigured = is);
  return { channels, rooms, woken, warned, view, change, gone, configure };
}

it('wakes one new conversation for what comes together, and feeds it from then on', () => {
  const { channels, woken } = setUp();
  channels.allow('ci', undefined);
  for (const content of ['a', 'b']) channels.receive('ci', { content });
  expect(woken).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c1']);
  expect(channels.waiting('c1').map(({ content }) => content)).toEqual(['a', 'b']);
  expect(channels.waiting('c2')).toEqual([]);
  channels.receive('ci', { content: 'c' });
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c1', 'c1']);
});

it('holds back what is too much, and counts it', () => {
  const { channels, view } = setUp();
  channels.allow('ci', 'c');
  for (let n = 0; n < 5; n++) channels.receive('ci', { content: 'a' });
  expect(view()).toMatchObject({ waiting: 3, heldBack: 2 });
  vi.advanceTimersByTime(1_000);
  channels.receive('ci', { content: 'a' });
  expect(view()).toMatchObject({ waiting: 4, heldBack: 2 });
});

it('counts and tells of what can not be read', () => {
  const { channels, view, warned } = setUp();
  channels.allow('ci', 'c');
  channels.receive('ci', { content: 1 });
  expect(view()).toMatchObject({ waiting: 0, refused: 1 });
  expect(warned).toEqual(['a push was refused: its content is not a text']);
});

it('asks anew about a server that became another program', () => {
  const { channels, view, change } = setUp();
  channels.allow('ci', 'c');
  channels.receive('ci', { content: 'a' });
  change('other');
  channels.receive('ci', { content: 'b' });
  expect(view()).toMatchObject({ consent: 'changed', notAllowed: 1 });
  expect(channels.waiting('c')).toEqual([]);
  channels.allow('ci', 'c');
  expect(view()).toMatchObject({ consent: 'allowed', notAllowed: 0 });
});

it('delivers after a restart what was not delivered before', () => {
  const { channels, rooms, woken } = setUp();
  channels.allow('ci', 'c');
  channels.receive('ci', { content: 'a' });
  channels.close();
  vi.advanceTimersByTime(50);
  expect(woken).toEqual([]);
  const next = new Channels(rooms);
  next.resume();
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c']);
  expect(next.waiting('c').map(({ content }) => content)).toEqual(['a']);
});

it('wakes after a restart the conversations that it feeds, which know whether a push was answered', () => {
  const { channels, rooms, woken, gone } = setUp();
  channels.allow('ci', undefined);
  channels.resume();
  vi.advanceTimersByTime(50);
  // None was begun for a server that said nothing.
  expect(woken).toEqual([]);
  channels.allow('ci', 'c');
  channels.close();
  new Channels(rooms).resume();
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c']);
  gone.add('c');
  new Channels(rooms).resume();
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c']);
});

it('takes what waits for a conversation that is deleted to a new one', () => {
  const { channels, woken, gone, view } = setUp();
  channels.allow('ci', 'c');
  channels.receive('ci', { content: 'a' });
  vi.advanceTimersByTime(50);
  gone.add('c');
  channels.deleted('c');
  vi.advanceTimersByTime(50);
  expect(woken).toEqual(['c', 'c1']);
  expect(view()?.conversation).toBe('c1');
  expect(channels.waiting('c1').map(({ content }) => content)).toEqual(['a']);
});

it('keeps what a server pushed that is taken out of the settings, until it is back', () => {
  const { channels, woken, configure, view } = setUp();
  channels.allow('ci', 'c');
  channels.receive('ci', { content: 'a' });
  configure(false);
  vi.advanceTimersByTime(50);
  expect(woken).toEqual([]);
  expect(channels.waiting('c')).toEqual([]);
  expect(view()).toBeUndefined();
  configure(true);
  expect(channels.waiting('c').map(({ content }) => content)).toEqual(['a']);
});

it('holds back no more and no less when the clock is set', () => {
  const { channels, view } = setUp();
  channels.allow('ci', 'c');
  const push = (times: number) => {
    for (let n = 0; n < times; n++) channels.receive('ci', { content: 'a' });
  };
  push(3);
  // A day back: nothing grows, and nothing is locked until that day is over again.
  vi.setSystemTime(1_000 - 86_400_000);
  push(1);
  expect(view()).toMatchObject({ waiting: 3, heldBack: 1 });
  vi.advanceTimersByTime(1_000);
  push(1);
  expect(view()).toMatchObject({ waiting: 4, heldBack: 1 });
  // A day on: no more than the burst.
  vi.setSystemTime(1_000 + 86_400_000);
  push(5);
  expect(view()).toMatchObject({ waiting: 7, heldBack: 3 });
});
