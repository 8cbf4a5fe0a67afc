import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { MailTable } from '../../src/main/store/mailTable.ts';
import { Mailbox } from '../../src/main/team/mailbox.ts';
import { toAppError } from '../../src/shared/errors.ts';

function openMailbox() {
  const told: string[] = [];
  let time = 0;
  let ids = 0;
  const table = new MailTable(openDatabase(':memory:'));
  const options = {
    table,
    now: () => ++time,
    newId: () => `req_${++ids}`,
    onMail: (team: string, to: string) => void told.push(`${team} ${to}`),
  };
  return { mailbox: new Mailbox(options), again: () => new Mailbox(options), told };
}
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
  expect(after.hasMail('a', 'ann')).toBe(true);
  const read = after.read('a', 'ann').map(({ from, text }) => `${from}: ${text}`);
  expect(read).toEqual(['lead: one', 'bob: two']);
  expect(after.read('a', 'ann')).toEqual([]);
  expect(mailbox.hasMail('a', 'ann')).toBe(false);
  mailbox.send('a', message('ann', 'ann', 'to myself'));
  expect(mailbox.read('a', 'ann').map(({ text }) => text)).toEqual(['to myself']);
  expect(mailbox.latest('a').map(({ text }) => text)).toEqual([
    'to myself',
    'for bob',
    'two',
    'one',
  ]);
});

it('refuses what says nothing and what is too long', () => {
  const { mailbox } = openMailbox();
  expect(codeOf(() => mailbox.send('a', message('lead', 'ann', ' \n')))).toBe('team/mail-empty');
  const long = 'x'.repeat(100_001);
  expect(codeOf(() => mailbox.send('a', message('lead', 'ann', long)))).toBe('team/mail-too-long');
  expect(mailbox.hasMail('a', 'ann')).toBe(false);
});

it('holds a member from the asking for a plan to its approval, by way of a rejection', () => {
  const { mailbox } = openMailbox();
  const { id } = mailbox.askPlan('a', 'lead', 'ann', 'the parser');
  expect(mailbox.isHeld('a', 'ann')).toBe(true);
  expect(mailbox.read('a', 'ann')).toMatchObject([{ kind: 'plan_request', requestId: id }]);
  expect(mailbox.submitPlan('a', 'ann', 'lead', 'Guess').id).toBe(id);
  const reject = { kind: 'review', by: 'lead', approve: false, feedback: 'Test it' } as const;
  mailbox.step('a', id, reject);
  expect(mailbox.read('a', 'ann')).toMatchObject([{ text: 'Test it' }]);
  expect(mailbox.isHeld('a', 'ann')).toBe(true);
  expect(codeOf(() => mailbox.step('a', id, reject))).toBe('team/request-over');
  expect(mailbox.submitPlan('a', 'ann', 'lead', 'Test, then write')).toMatchObject({
    id,
    state: 'submitted',
    plan: 'Test, then write',
  });
  mailbox.step('a', id, { ...reject, approve: true, feedback: '' });
  expect(mailbox.isHeld('a', 'ann')).toBe(false);
  expect(mailbox.read('a', 'lead').map(({ text }) => text)).toEqual(['Guess', 'Test, then write']);
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
  expect(mailbox.read('a', 'lead')).toMatchObject([
    { from: 'bob', kind: 'shutdown_response', requestId: second.id },
  ]);
});
