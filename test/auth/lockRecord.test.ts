import { describe, expect, it } from 'vitest';
import { isHeld } from '../../src/main/auth/keychain/lockRecord.ts';

const self = { host: 'here', pid: 10, started: 5_000 };
const now = 100_000;
const leaseMs = 60_000;
const state = { now, leaseMs, writtenAt: now, self, isAlive: (pid: number) => pid === 20 };
const record = { host: 'here', pid: 20, started: 7_000, expiresAt: now + 1, id: 'x' };

describe('isHeld', () => {
  it.each([
    { name: 'a living process', of: record, held: true },
    { name: 'a living process whose time is over', of: { ...record, expiresAt: now }, held: false },
    { name: 'a process that has ended', of: { ...record, pid: 21 }, held: false },
    { name: 'another call of this process', of: { ...record, ...self }, held: true },
    { name: 'an older process of our number', of: { ...record, pid: 10 }, held: false },
    { name: 'a process of another machine', of: { ...record, host: 'there', pid: 21 }, held: true },
    {
      name: 'a process of another machine whose time is over',
      of: { ...record, host: 'there', expiresAt: now },
      held: false,
    },
    {
      name: 'a process whose clock was wrong',
      of: { ...record, expiresAt: now + leaseMs + 1 },
      held: false,
    },
    { name: 'nobody, yet', of: undefined, held: true },
    { name: 'nobody, for a while', of: undefined, writtenAt: now - 5_000, held: false },
    { name: 'nobody, since a time to come', of: undefined, writtenAt: now + 5_000, held: false },
  ])('is $held of a lock of $name', ({ of, held, writtenAt = now }) => {
    expect(isHeld(of, { ...state, writtenAt })).toBe(held);
  });
});
