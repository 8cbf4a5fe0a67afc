import { describe, expect, it } from 'vitest';
import { matchRule } from '../../src/main/permissions/matchRule.ts';
import type { RuleTool, Subject } from '../../src/main/permissions/matchRule.ts';
import { parseRule } from '../../src/shared/permissionRule.ts';

function match(text: string, tool: RuleTool, generous = false): string {
  const target = parseRule(text);
  return 'problem' in target ? target.problem : matchRule(target, tool, generous);
}
const tool = (server: string, name: string, pooledName = `mcp__${server}__${name}`): RuleTool => ({
  kind: 'server',
  server,
  name,
  pooledName,
});
const builtin = (name: string, subject?: Subject): RuleTool => ({ kind: 'builtin', name, subject });
const command = (value: string): RuleTool => builtin('bash', { kind: 'command', value });
const path = (value: string): RuleTool => builtin('write_file', { kind: 'path', value });

describe('parseRule', () => {
  it.each([
    ['', /empty/],
    [' mcp__docs', /space/],
    ['mcp__', /names no server/],
    ['mcp____search', /names no server/],
    ['mcp__docs__', /names no tool/],
    ['mcp__*', /star/],
    ['mcp__do*__search', /star/],
    ['mcp__docs__search(x)', /patterns are for built-in/],
    ['*', /neither/],
    ['Bash(ls)', /neither/],
    ['bash(ls', /neither/],
    ['bash()', /empty/],
    ['bash(:*)', /empty/],
    ['mcp__do\u202Ecs', /invisible/],
    [`mcp__${'a'.repeat(500)}`, /too long/],
  ])('refuses %j', (text, why) => {
    const parsed = parseRule(text);
    expect('problem' in parsed ? parsed.problem : parsed).toMatch(why);
  });

  it.each([
    ['mcp__docs', { kind: 'server', server: 'docs' }],
    ['mcp__docs__*', { kind: 'server', server: 'docs' }],
    ['mcp__a__b__*', { kind: 'server', server: 'a__b' }],
    ['mcp__my docs', { kind: 'server', server: 'my docs' }],
    ['mcp__docs__search', { kind: 'server-tool', name: 'mcp__docs__search' }],
    ['bash', { kind: 'builtin', name: 'bash' }],
    ['bash(git status:*)', { kind: 'builtin', name: 'bash', pattern: 'git status:*' }],
    ['write_file(src/(a)/**)', { kind: 'builtin', name: 'write_file', pattern: 'src/(a)/**' }],
  ])('reads %j', (text, expected) => {
    expect(parseRule(text)).toEqual(expected);
  });
});

describe('matchRule', () => {
  it.each<[string, RuleTool, string, string]>([
    // The rule, the tool, when it allows, when it tightens.
    ['mcp__docs__search', tool('docs', 'search'), 'yes', 'yes'],
    ['mcp__docs__search', tool('docs', 'Search'), 'no', 'no'],
    ['mcp__docs', tool('docs', 'anything'), 'yes', 'yes'],
    ['mcp__docs__*', tool('docs', 'anything'), 'yes', 'yes'],
    ['mcp__docs', tool('docs2', 'anything'), 'no', 'no'],
    // A server whose name is another's tool, and one whose tool is another's server.
    ['mcp__docs__search', tool('docs__search', 'x'), 'no', 'no'],
    ['mcp__a__b__c', tool('a__b', 'c'), 'no', 'yes'],
    ['mcp__a__b__c', tool('a', 'b__c'), 'yes', 'yes'],
    ['mcp__a__b__*', tool('a', 'b__c'), 'no', 'no'],
    // Odd characters: the name the model sees tightens only.
    ['mcp__my_docs__search', tool('my docs', 'search', 'mcp__my_docs__search'), 'no', 'yes'],
    ['mcp__my docs__search', tool('my docs', 'search', 'mcp__my_docs__search'), 'yes', 'yes'],
    ['mcp__my_docs', tool('my docs', 'search', 'mcp__my_docs__search'), 'no', 'yes'],
    ['mcp__docs__x_12ab34cd', tool('docs', 'x'.repeat(99), 'mcp__docs__x_12ab34cd'), 'no', 'yes'],
    ['bash', tool('bash', 'bash'), 'no', 'no'],
    ['mcp__docs', builtin('mcp__docs'), 'no', 'no'],
    ['bash', builtin('bash'), 'yes', 'yes'],
    ['bash', builtin('bash2'), 'no', 'no'],
    ['connect_mcp(docs)', builtin('connect_mcp', { kind: 'name', value: 'docs' }), 'yes', 'yes'],
    ['connect_mcp(docs)', builtin('connect_mcp', { kind: 'name', value: 'docs2' }), 'no', 'no'],
    ['connect_mcp(docs)', builtin('connect_mcp'), 'unclear', 'unclear'],
  ])('%s against %j', (text, about, allows, tightens) => {
    expect([match(text, about), match(text, about, true)]).toEqual([allows, tightens]);
  });

  it.each([
    ['git status', 'yes'],
    ['  git status  ', 'yes'],
    ['git status -sb src', 'yes'],
    ['git statusx', 'no'],
    ['git', 'no'],
    ['sudo git status', 'no'],
    ['git status; rm -rf ~', 'unclear'],
    ['git status && rm -rf ~', 'unclear'],
    ['git status | sh', 'unclear'],
    ['git status & rm x', 'unclear'],
    ['git status > ~/.bashrc', 'unclear'],
    ['git status $(rm x)', 'unclear'],
    ['git status `rm x`', 'unclear'],
    ['git status <(rm x)', 'unclear'],
    ['git status\nrm x', 'unclear'],
    ['git status \\\n rm x', 'unclear'],
    ['{ git status', 'unclear'],
  ])('git status:* against the command %j', (said, expected) => {
    expect(match('bash(git status:*)', command(said))).toBe(expected);
  });

  it('takes a command without a star for that command only', () => {
    expect(match('bash(npm test)', command('npm test'))).toBe('yes');
    expect(match('bash(npm test)', command('npm test -- --watch'))).toBe('no');
  });

  it.each([
    ['src/**', 'src/a.ts', 'yes'],
    ['src/**', './src/a/b/c.ts', 'yes'],
    ['src/**', 'src', 'no'],
    ['src/**', 'lib/src/a.ts', 'no'],
    ['src/**', '/src/a.ts', 'no'],
    ['src/**', 'src/../.git/config', 'unclear'],
    ['src/**', '../src/a.ts', 'unclear'],
    ['src/**', 'src\\..\\a', 'unclear'],
    ['**/*.md', 'README.md', 'yes'],
    ['**/*.md', 'a/b/README.md', 'yes'],
    ['*.md', 'a/README.md', 'no'],
    ['a?c', 'abc', 'yes'],
    ['a?c', 'a/c', 'no'],
    ['a.c', 'abc', 'no'],
    ['a+(b)', 'a+(b)', 'yes'],
  ])('write_file(%s) against the path %j', (pattern, file, expected) => {
    expect(match(`write_file(${pattern})`, path(file))).toBe(expected);
  });
});
