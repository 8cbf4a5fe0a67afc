import { describe, expect, it } from 'vitest';
import { parseHooks } from '../../src/main/config/parseHooks.ts';
import { emptySettings, parseSettings } from '../../src/main/config/parseSettings.ts';

describe('parseHooks', () => {
  it('reads the hooks of each event in order', () => {
    const value = {
      'before-tool': [
        {
          command: ['check', '--fast'],
          tools: ['bash(git push:*)', 'mcp__github__*'],
          limitMs: 500,
        },
        { command: ['log'] },
      ],
      'on-stop': [{ command: ['notify-send', 'done'] }],
    };
    expect(parseHooks(value)).toEqual({
      hooks: [
        {
          event: 'before-tool',
          command: ['check', '--fast'],
          tools: ['bash(git push:*)', 'mcp__github__*'],
          limitMs: 500,
        },
        { event: 'before-tool', command: ['log'], limitMs: 10_000 },
        { event: 'on-stop', command: ['notify-send', 'done'], limitMs: 10_000 },
      ],
      issues: [],
    });
  });

  it.each<[string, unknown, readonly (string | number)[]]>([
    ['a list', [], []],
    ['an event that there is not', { 'before-lunch': [] }, ['before-lunch']],
    ['one hook instead of a list', { 'on-stop': { command: ['a'] } }, ['on-stop']],
    ['a command line', { 'on-stop': [{ command: 'rm -rf' }] }, ['on-stop', 0, 'command']],
    ['no command', { 'on-stop': [{ command: [] }] }, ['on-stop', 0, 'command']],
    [
      'a time limit of nothing',
      { 'on-stop': [{ command: ['a'], limitMs: 0 }] },
      ['on-stop', 0, 'limitMs'],
    ],
    [
      'a rule that is none',
      { 'after-tool': [{ command: ['a'], tools: ['*'] }] },
      ['after-tool', 0, 'tools', 0],
    ],
    [
      'tools where there is no call',
      { 'on-stop': [{ command: ['a'], tools: ['bash'] }] },
      ['on-stop', 0],
    ],
    ['a field that there is not', { 'on-stop': [{ command: ['a'], shell: true }] }, ['on-stop', 0]],
  ])('tells %s by its place, and takes nothing of it', (_what, value, path) => {
    const { hooks, issues } = parseHooks(value);
    expect(hooks).toEqual([]);
    expect(issues).toEqual([{ path, message: expect.stringMatching(/\w/) }]);
  });

  it('keeps the good hooks beside a bad one, which is told with its line', () => {
    const text =
      '{\n  "hooks": {\n    "on-stop": [\n      { "command": ["a"] },\n      { "command": [] }\n    ]\n  }\n}';
    const { settings, problems } = parseSettings(text, 'settings.json', emptySettings);
    expect(settings.hooks).toMatchObject([{ command: ['a'] }]);
    expect(problems).toMatchObject([{ line: 5, field: 'hooks.on-stop.1.command' }]);
  });
});
