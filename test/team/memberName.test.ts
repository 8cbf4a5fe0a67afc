import { expect, it } from 'vitest';
import { memberNameRefusal } from '../../src/main/team/memberName.ts';

it.each(['ada', 'Back-end_2', 'a'.repeat(32)])('lets a teammate be called %s', (name) => {
  expect(memberNameRefusal(name)).toBeUndefined();
});

it.each([
  '',
  ' ada',
  'ada b',
  '2nd',
  '-a',
  'a'.repeat(33),
  'ädä',
  'a"b',
  'lead',
  'User',
  'BOARD',
  'all',
])('does not let one be called %j', (name) => {
  expect(memberNameRefusal(name)?.code).toBe('team/member-name');
});
