import { expect, it } from 'vitest';
import { signInCell } from '../../src/renderer/src/auth/signInCell.ts';
import type { SignInView } from '../../src/shared/auth.ts';
import type { ConnectionState } from '../../src/shared/server.ts';

const connected: ConnectionState = { kind: 'connected', since: 0, tookMs: 1 };
const needsAuth: ConnectionState = {
  kind: 'needs-auth',
  since: 0,
  cause: { code: 'server/needs-auth', message: '' },
};
const grant = {} as NonNullable<SignInView['signedIn']>;
const base: SignInView = {
  server: 's',
  means: 'authorization_code',
  flow: { kind: 'idle' },
  steps: [],
};

it.each<[string, Partial<SignInView>, ConnectionState, ReturnType<typeof signInCell>]>([
  ['a program', { means: 'none' }, connected, undefined],
  ['headers of its entry', { means: 'headers' }, connected, 'headers'],
  ['a program that gives headers', { means: 'headers-helper' }, connected, 'helper'],
  ['a server that asks nobody', {}, connected, undefined],
  ['one that is signed in to', { signedIn: grant }, connected, 'in'],
  ['one that takes its tokens no more', { signedIn: grant }, needsAuth, 'out'],
  ['one that nobody is signed in to', {}, needsAuth, 'out'],
  ['one being signed in to', { flow: { kind: 'working' } }, needsAuth, 'working'],
])('the sign-in of %s, in a word', (_name, view, state, expected) => {
  expect(signInCell({ ...base, ...view }, state)).toBe(expected);
});
