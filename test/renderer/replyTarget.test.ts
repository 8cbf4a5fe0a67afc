import { expect, it } from 'vitest';
import { replyTarget } from '../../src/renderer/src/channels/replyTarget.ts';

const meta = (...keys: string[]) => ({ meta: keys.map((key) => ({ key, value: '1' })) });

it.each([
  ['the place that a push named', { chat_id: '42', text: 'Hi' }, ['chat_id'], ['chat_id 42']],
  ['a number', { chat_id: 42 }, ['chat_id'], ['chat_id 42']],
  ['several', { room: 'a', thread: 'b' }, ['room', 'thread'], ['room a', 'thread b']],
  ['nothing that is named otherwise', { text: 'chat_id' }, ['chat_id'], []],
  ['nothing that is no place', { chat_id: { id: 1 } }, ['chat_id'], []],
  ['nothing that is not given', {}, ['constructor'], []],
  ['the start of what is long', { to: 'a'.repeat(100) }, ['to'], [`to ${'a'.repeat(80)}`]],
] as const)('finds %s', (_what, input, keys, expected) => {
  const found = replyTarget({ input }, meta(...keys));
  expect(found.map(({ name, value }) => `${name} ${value}`)).toEqual(expected);
});
