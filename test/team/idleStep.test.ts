import { expect, it } from 'vitest';
import { idleStep } from '../../src/main/team/idleStep.ts';
import type { IdleFacts } from '../../src/main/team/idleStep.ts';

const nothing: IdleFacts = {
  isAskedToEnd: false,
  hasFailed: false,
  hasMail: false,
  isHeld: false,
  hasTask: false,
  claimable: undefined,
  idleMs: 0,
};
const limits = { pollMs: 5_000, idleMs: 60_000 };
const wait = (ms: number) => ({ kind: 'wait', ms });

it.each<[string, Partial<IdleFacts>, object]>([
  ['waits for the next look', {}, wait(5_000)],
  ['waits no longer than to its limit', { idleMs: 57_000 }, wait(3_000)],
  ['ends at its limit', { idleMs: 60_000 }, { kind: 'ended' }],
  ['reads its mail', { hasMail: true, idleMs: 60_000 }, { kind: 'work' }],
  ['takes a task', { claimable: 'task_1' }, { kind: 'claim', id: 'task_1' }],
  [
    'takes one though its time is over',
    { claimable: 'task_1', idleMs: 60_000 },
    { kind: 'claim', id: 'task_1' },
  ],
  ['reads its mail first', { hasMail: true, claimable: 'task_1' }, { kind: 'work' }],
  ['takes none while it has one', { hasTask: true, claimable: 'task_1' }, wait(5_000)],
  ['takes none while its plan is reviewed', { isHeld: true, claimable: 'task_1' }, wait(5_000)],
  ['waits for the review however long', { isHeld: true, idleMs: 3_600_000 }, wait(5_000)],
  ['reads what came while its plan is reviewed', { isHeld: true, hasMail: true }, { kind: 'work' }],
  [
    'ends when it is asked to, whatever waits',
    { isAskedToEnd: true, hasMail: true, isHeld: true, claimable: 'task_1' },
    { kind: 'shut-down' },
  ],
  [
    'ends after an error and takes nothing',
    { hasFailed: true, hasMail: true, claimable: 'task_1' },
    { kind: 'failed' },
  ],
])('%s', (_name, facts, step) => {
  expect(idleStep({ ...nothing, ...facts }, limits)).toEqual(step);
});
