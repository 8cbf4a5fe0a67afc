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
  const rooms = {
    inbox: new ChannelInbox(database),
    servers: {
      list: () => [{ ...serverSummary('ci', connected), channel: 'open' as const }],
      config: () => ServerConfig.parse({ command }),
    },
    conversations: {
      begin: () => `c${++begun}`,
      exists: (id: string) => id.startsWith('c'),
      wake: (id: string) => void woken.push(id),
    },
    warn: (_server: string, text: string) => void warned.push(text),
    onChange: () => undefined,
    bounds: () => ({ burst: 3, perMinute: 60, waiting: 100, waitingBytes: 10_000 }),
  };
  const channels = new Channels(rooms);
  const view = () => channels.view().channels[0];
  const change = (to: string) => (command = to);
  return { channels, rooms, woken, warned, view, change };
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
