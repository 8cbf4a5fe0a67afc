import { describe, expect, it } from 'vitest';
import type { ToolCall } from '../../src/shared/chat.ts';
import {
  callSubject,
  commandOf,
  unseenParts,
} from '../../src/renderer/src/workspace/callSubject.ts';

const call = (name: string, more: Partial<ToolCall> = {}): ToolCall => ({
  name,
  title: name,
  input: {},
  state: 'done',
  startedAt: 0,
  ...more,
});
const terminal = { kind: 'terminal', head: 'x', skipped: 0, tail: '' } as const;
const diff: ToolCall['view'] = {
  kind: 'diff',
  file: 'a/b',
  isNew: false,
  added: 1,
  removed: 0,
  lines: [],
  cut: 0,
};
const text = { kind: 'text', text: 'x' } as const;
const file = { kind: 'file', path: '/f', mediaType: 'text/plain', bytes: 1, note: '' } as const;

describe('what a call is about', () => {
  it.each<[string, ToolCall, string | undefined]>([
    ['a command', call('bash', { input: { command: 'ls', timeout_seconds: 3 } }), 'ls'],
    ['a file', call('read_file', { input: { path: 'a', offset: 3 } }), 'a'],
    ['the real path of a change', call('edit_file', { input: { path: 'l' }, view: diff }), 'a/b'],
    ['a search', call('grep', { input: { pattern: 'x', path: 'src' } }), 'x'],
    ['odd arguments', call('bash', { input: { command: 3 } }), undefined],
    ['a tool of a server', call('bash', { server: 's', input: { command: 'ls' } }), undefined],
    [
      'a list',
      call('todo_write', { view: { kind: 'todos', todos: [{ text: 'a', state: 'completed' }] } }),
      '1 / 1',
    ],
  ])('%s', (_what, one, subject) => {
    expect(callSubject(one)).toBe(subject);
  });

  it('is a command only for the tool that runs one', () => {
    expect(commandOf(call('bash', { input: { command: 'ls' } }))).toBe('ls');
    expect(commandOf(call('other', { input: { command: 'ls' } }))).toBeUndefined();
    expect(commandOf(call('bash', { server: 's', input: { command: 'ls' } }))).toBeUndefined();
  });
});

describe('what is shown of a result beside its view', () => {
  it.each<[string, ToolCall, ToolCall['result']]>([
    ['all without a view', call('x', { result: [text, file] }), [text, file]],
    ['files of a command', call('bash', { view: terminal, result: [text, file] }), [file]],
    ['nothing of a change that went well', call('edit_file', { view: diff, result: [text] }), []],
    [
      'why a change failed',
      call('edit_file', { view: diff, state: 'error', result: [text] }),
      [text],
    ],
  ])('%s', (_what, one, parts) => {
    expect(unseenParts(one)).toEqual(parts);
  });
});
