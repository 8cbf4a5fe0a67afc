import { expect, it } from 'vitest';
import { trayState } from '../../src/main/ipc/tray/trayState.ts';
import type { TrayFacts, Wait } from '../../src/main/ipc/tray/trayState.ts';
import { trayView } from '../../src/main/ipc/tray/trayView.ts';
import { trayWords } from '../../src/main/ipc/tray/trayWords.ts';

const cause = { code: 'server/exited', message: 'It ended.' };
const connected = (name: string) =>
  ({ name, state: { kind: 'connected', since: 1, tookMs: 1 } }) as const;
const failed = (name: string) => ({ name, state: { kind: 'failed', since: 1, cause } }) as const;
const signedOut = (name: string) =>
  ({ name, state: { kind: 'needs-auth', since: 1, cause } }) as const;
const trying = (name: string) =>
  ({ name, state: { kind: 'backoff', since: 1, retryAt: 2, attempt: 1, cause } }) as const;
const off = (name: string) => ({ name, state: { kind: 'disabled', since: 1 } }) as const;
const inChat = (conversationId: string, title = conversationId): Wait => ({
  place: { view: 'chat', conversationId },
  title,
});

it.each<[string, TrayFacts, string, string]>([
  ['without servers', { servers: [], waits: [] }, 'fine', '0 of 0 servers connected'],
  [
    'with all connected',
    { servers: [connected('docs')], waits: [] },
    'fine',
    '1 of 1 server connected',
  ],
  [
    'with one switched off, and one that Patchbay tries again by itself',
    { servers: [connected('docs'), off('old'), trying('ci')], waits: [] },
    'fine',
    '1 of 3 servers connected',
  ],
  [
    'with one that failed',
    { servers: [connected('docs'), failed('ci')], waits: [] },
    'failed',
    '1 of 2 servers connected',
  ],
  [
    'with one to sign in to',
    { servers: [signedOut('gh')], waits: [] },
    'waits',
    '0 of 1 server connected, 1 waiting',
  ],
  [
    'with a prompt, and one that failed long ago',
    { servers: [failed('ci'), connected('docs')], waits: [inChat('c1')] },
    'waits',
    '1 of 2 servers connected, 1 waiting',
  ],
  [
    'with all of it',
    { servers: [failed('ci'), signedOut('gh')], waits: [inChat('c1'), inChat('c1'), inChat('c2')] },
    'waits',
    '0 of 2 servers connected, 4 waiting',
  ],
])('%s it says how things are', (_with, facts, icon, text) => {
  const view = trayView(trayState(facts), trayWords('en'));
  expect(view).toMatchObject({ icon, tooltip: `Patchbay: ${text}` });
});

const menu = (facts: TrayFacts, language = 'en') =>
  trayView(trayState(facts), trayWords(language)).items.map((item) =>
    item.kind === 'line' ? '-' : item.label,
  );

it('has in its menu what waits, by conversation, and the servers that need something', () => {
  const waits = [inChat('c1', 'Fix the build'), inChat('c2', ''), inChat('c1', 'Fix the build')];
  const facts = { servers: [connected('docs'), failed('ci'), signedOut('gh')], waits };
  expect(menu(facts)).toEqual([
    '1 of 3 servers connected, 4 waiting',
    'Open Patchbay',
    'New chat',
    '-',
    'Waits for you',
    'Fix the build (2)',
    'New chat',
    '-',
    'Servers that need something',
    'ci: failed',
    'gh: sign in',
    '-',
    'Quit Patchbay',
  ]);
  const asks = trayView(trayState(facts), trayWords('en')).items.flatMap((item) =>
    item.kind === 'action' ? [item.ask] : [],
  );
  expect(asks).toEqual([
    { kind: 'window' },
    { kind: 'place', place: { view: 'chat', conversationId: null } },
    { kind: 'place', place: { view: 'chat', conversationId: 'c1' } },
    { kind: 'place', place: { view: 'chat', conversationId: 'c2' } },
    { kind: 'place', place: { view: 'servers', server: 'ci' } },
    { kind: 'place', place: { view: 'servers', server: 'gh' } },
    { kind: 'quit' },
  ]);
});

it('keeps its menu short, and counts everything all the same', () => {
  const waits = Array.from({ length: 30 }, (_, index) => inChat(`c${index}`, '长'.repeat(200)));
  const facts = { servers: Array.from({ length: 30 }, (_, n) => failed(`s${n}`)), waits };
  expect(menu(facts)).toHaveLength(3 + 2 + 8 + 2 + 8 + 2);
  expect(menu(facts, 'ja')[0]).toBe('30 個中 0 個のサーバーに接続済み、30 件が対応待ち');
  expect(Math.max(...menu(facts, 'zh').map((label) => label.length))).toBeLessThan(60);
});
