import { describe, expect, it } from 'vitest';
import { openRouter } from '../../src/main/ipc/router.ts';
import type { Handlers, WindowHandlers } from '../../src/main/ipc/router.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { createBridge } from '../../src/preload/bridge.ts';

/** Main's door and the window's port, joined without Electron between them. */
function pair(
  handlers: Partial<Handlers>,
  trusted = true,
  rooms: () => Promise<Handlers> = () => Promise.resolve(handlers as Handlers),
) {
  type Listener = (event: null, name: unknown, input: unknown) => Promise<unknown>;
  let listener: Listener | undefined;
  const pressed: string[] = [];
  const ofWindow: WindowHandlers = {
    'window.minimise': () => void pressed.push('minimise'),
    'window.toggleMaximise': () => void pressed.push('maximise'),
    'window.zoom': (step) => void pressed.push(`zoom ${step}`),
    'window.close': () => void pressed.push('close'),
    'window.quit': () => void pressed.push('quit'),
  };
  const door = { handle: (_channel: string, l: Listener) => void (listener = l) };
  openRouter(door as never, () => trusted, ofWindow, rooms);
  const raw = (name: unknown, input?: unknown) => listener?.(null, name, input);
  const port = {
    invoke: async (_channel: string, name: unknown, input: unknown) => raw(name, input),
    on: () => undefined,
  };
  return { raw, pressed, bridge: createBridge(port, 'linux', () => '') };
}

describe('the router', () => {
  it('answers with the value of the handler', async () => {
    const { bridge } = pair({ 'chat.send': ({ text }) => `id of ${text}` });
    const answer = await bridge.request('chat.send', { text: 'hello' });
    expect(answer).toEqual({ ok: true, value: 'id of hello' });
  });

  it('carries an expected failure as data', async () => {
    const error = { code: 'server/gone', message: 'docs ended', params: { name: 'docs' } };
    const { bridge } = pair({
      'servers.start': () => {
        throw new AppFailure(error);
      },
    });
    expect(await bridge.request('servers.start', 'docs')).toEqual({ ok: false, error });
  });

  it.each([
    ['an unknown request', 'no.such', undefined, 'ipc/unknown-request'],
    ['a name of Object.prototype', 'constructor', undefined, 'ipc/unknown-request'],
    ['a name that is no string', 7, undefined, 'ipc/unknown-request'],
    ['an input of the wrong shape', 'chat.send', { text: 7 }, 'ipc/bad-input'],
    ['an input where none belongs', 'chat.list', { extra: 1 }, 'ipc/bad-input'],
    ['an empty key', 'settings.setKey', '   ', 'ipc/bad-input'],
  ])('refuses %s aloud', async (_what, name, input, code) => {
    const { raw } = pair({});
    expect(await raw(name, input)).toMatchObject({ ok: false, error: { code } });
  });

  it('does not show a secret in the error about it', async () => {
    const { raw } = pair({});
    const answer = await raw('settings.setKey', 's'.repeat(1001));
    expect(JSON.stringify(answer)).not.toContain('ssss');
  });

  it('refuses a sender that is not our window before it looks at anything', async () => {
    const { raw } = pair({ 'chat.list': () => [] }, false);
    expect(await raw('chat.list')).toMatchObject({
      ok: false,
      error: { code: 'ipc/untrusted-sender' },
    });
  });

  it('closes the window even when nothing else could be opened, and says why for all the rest', async () => {
    const broken = { code: 'store/unreadable', message: 'the file is not a database' };
    const { bridge, pressed } = pair({}, true, () => Promise.reject(new AppFailure(broken)));
    expect(await bridge.request('chat.list', undefined)).toEqual({ ok: false, error: broken });
    expect(await bridge.request('window.close', undefined)).toMatchObject({ ok: true });
    expect(pressed).toEqual(['close']);
  });
});
