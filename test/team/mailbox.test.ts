import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { MailTable } from '../../src/main/store/mailTable.ts';
import { Mailbox } from '../../src/main/team/mailbox.ts';
import { toAppError } from '../../src/shared/errors.ts';
import type { Mail } from '../../src/shared/team.ts';

function openMailbox() {
  const told: string[] = [];
  let time = 0;
  let ids = 0;
  const table = new MailTable(openDatabase(':memory:'));
  const options = {
    table,
    now: () => ++time,
    newId: () => `req_${++ids}`,
    onMail: (team: string, { to }: Mail) => void told.push(`${team} ${to}`),
  };
  return { mailbox: new Mailbox(options), again: () => new Mailbox(options), told };
}
/** Reads all, as a conversation that is told of it. */
const read = (mailbox: Mailbox, team: string, member: string): readonly Mail[] => {
  const mail = mailbox.unread(team, member);
  for (const { seq } of mail) mailbox.deliver(team, member, seq);
  return mail;
};
const message = (from: string, to: string, text: string) =>
  ({ from, to, kind: 'message', text }) as const;
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return toAppError(thrown).code;
  }
};

it('hands each message over once, in the order it was sent, also after a restart', () => {
  const { mailbox, again, told } = openMailbox();
  mailbox.send('a', message('lead', 'ann', 'one'));
  mailbox.send('a', message('bob', 'ann', 'two'));
  mailbox.send('a', message('lead', 'bob', 'for bob'));
  mailbox.send('b', message('lead', 'ann', 'another team'));
  expect(told).toEqual(['a ann', 'a ann', 'a bob', 'b ann']);
  const after = again();
  expect(after.unread('a', 'ann')).toHaveLength(2);
  const texts = read(after, 'a', 'ann').map(({ from, text }) => `${from}: ${text}`);
  expect(texts).toEqual(['lead: one', 'bob: two']);
  expect(read(after, 'a', 'ann')).toEqual([]);
  expect(mailbox.unread('a', 'ann')).toEqual([]);
  mailbox.send('a', message('ann', 'ann', 'to myself'));
  expect(read(mailbox, 'a', 'ann').map(({ text }) => text)).toEqual(['to myself']);
  expect(mailbox.latest('a').map(({ text }) => text)).toEqual([
    'to myself',
    'for bob',
    'two',
    'one',
  ]);
});

it('keeps mail unread when what its reader has of it could not be kept', () => {
  const { mailbox } = openMailbox();
  const { seq } = mailbox.send('a', message('lead', 'ann', 'one'));
  const fails = () => {
    throw new Error('disk full');
  };
  expect(() => mailbox.deliver('a', 'ann', seq, fails)).toThrow('disk full');
  expect(mailbox.unread('a', 'ann')).toHaveLength(1);
});

it('refuses what says nothing and what is too long', () => {
  const { mailbox } = openMailbox();
  expect(codeOf(() => mailbox.send('a', message('lead', 'ann', ' \n')))).toBe('team/mail-empty');
  const long = 'x'.repeat(100_001);
  expect(codeOf(() => mailbox.send('a', message('lead', 'ann', long)))).toBe('team/mail-too-long');
  expect(mailbox.unread('a', 'ann')).toEqual([]);
});

it('holds a member from the asking for a plan to its approval, by way of a rejection', () => {
  const { mailbox } = openMailbox();
  const { id } = mailbox.askPlan('a', 'lead', 'ann', 'the parser');
  expect(mailbox.isHeld('a', 'ann')).toBe(true);
  expect(read(mailbox, 'a', 'ann')).toMatchObject([{ kind: 'plan_request', requestId: id }]);
  expect(mailbox.submitPlan('a', 'ann', 'lead', 'Guess').id).toBe(id);
  const reject = { kind: 'review', by: 'lead', approve: false, feedback: 'Test it' } as const;
  mailbox.step('a', id, reject);
  expect(read(mailbox, 'a', 'ann')).toMatchObject([{ text: 'Test it' }]);
  expect(mailbox.isHeld('a', 'ann')).toBe(true);
  expect(codeOf(() => mailbox.step('a', id, reject))).toBe('team/request-over');
  expect(mailbox.submitPlan('a', 'ann', 'lead', 'Test, then write')).toMatchObject({
    id,
    state: 'submitted',
    plan: 'Test, then write',
  });
  mailbox.step('a', id, { ...reject, approve: true, feedback: '' });
  expect(mailbox.isHeld('a', 'ann')).toBe(false);
  expect(read(mailbox, 'a', 'lead').map(({ text }) => text)).toEqual(['Guess', 'Test, then write']);
  // One that nobody asked for is a request of its own, and holds as well.
  const own = mailbox.submitPlan('a', 'ann', 'lead', 'One more thing');
  expect(own).toMatchObject({ id: 'req_2', state: 'submitted', from: 'lead', to: 'ann' });
  expect(mailbox.isHeld('a', 'ann')).toBe(true);
});

it('matches the answer to a shutdown by the id of its request', () => {
  const { mailbox } = openMailbox();
  const first = mailbox.askShutdown('a', 'lead', 'ann');
  const second = mailbox.askShutdown('a', 'lead', 'bob');
  const accept = { kind: 'answer', by: 'bob', accept: true, text: '' } as const;
  expect(codeOf(() => mailbox.step('a', first.id, accept))).toBe('team/request-not-yours');
  expect(codeOf(() => mailbox.step('a', 'req_9', accept))).toBe('team/unknown-request');
  expect(codeOf(() => mailbox.step('b', second.id, accept))).toBe('team/unknown-request');
  mailbox.step('a', second.id, accept);
  expect(mailbox.requests('a').map(({ id, state }) => `${id} ${state}`)).toEqual([
    `${first.id} asked`,
    `${second.id} accepted`,
  ]);
  expect(read(mailbox, 'a', 'lead')).toMatchObject([
    { from: 'bob', kind: 'shutdown_response', requestId: second.id },
  ]);
});
