import { describe, expect, it } from 'vitest';
import { decide } from '../../src/main/permissions/policy.ts';
import type { PolicyQuestion, PolicyVerdict } from '../../src/main/permissions/policy.ts';
import { alwaysRule, compileRules } from '../../src/main/permissions/ruleSet.ts';
import type { RuleSet } from '../../src/main/permissions/ruleSet.ts';
import type { PermissionMode, RuleLayer } from '../../src/shared/permission.ts';
import type { ToolAnnotations } from '../../src/shared/server.ts';

const readOnly = { readOnlyHint: true, openWorldHint: false };
const additive = { destructiveHint: false, openWorldHint: false };
const wild = {};

const rules = (layer: RuleLayer, lists: Partial<RuleSet>): RuleSet => ({
  layer,
  allow: [],
  ask: [],
  deny: [],
  ...lists,
});

type More = Partial<Omit<PolicyQuestion, 'rules'>> & { sets?: RuleSet[]; always?: boolean };

/** A call of `search` of `docs`. */
function question(annotations: ToolAnnotations, more: More = {}): PolicyQuestion {
  const { sets = [], always = false, ...rest } = more;
  const kept = always ? [alwaysRule('docs', 'search')] : [];
  return {
    tool: { kind: 'server', server: 'docs', name: 'search', pooledName: 'mcp__docs__search' },
    annotations,
    permission: 'ask',
    trusted: false,
    mode: 'ask',
    changed: false,
    rules: [...compileRules(sets), ...kept],
    ...rest,
  };
}

function words(verdict: PolicyVerdict): string {
  if (verdict.kind === 'ask') return `ask ${verdict.prompt.reason}`;
  const { kind, by } = verdict;
  if (by.kind === 'rule') return `${kind} by rule of ${by.rule.layer}`;
  return by.kind === 'mode' ? `${kind} by mode ${by.mode}` : `${kind} by ${by.kind}`;
}

const builtin = (permission: 'allow' | 'ask', annotations = wild): Partial<PolicyQuestion> => ({
  tool: { kind: 'builtin', name: 'bash', subject: { kind: 'command', value: 'git status' } },
  permission,
  annotations,
});

describe('decide', () => {
  it.each<[string, ToolAnnotations, More, string]>([
    // Annotations and trust.
    ['an unmarked tool', wild, {}, 'ask destructive'],
    ['an unmarked tool of a trusted server', wild, { trusted: true }, 'ask destructive'],
    ['a read-only tool of an untrusted server', readOnly, {}, 'ask untrusted-read-only'],
    ['a read-only tool of a trusted server', readOnly, { trusted: true }, 'allow by annotation'],
    [
      'one that calls itself both read-only and destructive',
      { readOnlyHint: true, destructiveHint: true },
      { trusted: true },
      'ask destructive',
    ],
    ['a tool that destroys nothing', additive, { trusted: true }, 'ask not-read-only'],
    // Always.
    ['what is always allowed', wild, { always: true }, 'allow by rule of always'],
    [
      'what is always allowed and was changed',
      wild,
      { always: true, changed: true },
      'ask changed',
    ],
    ['a changed tool that no rule allows', wild, { changed: true }, 'ask destructive'],
    [
      'a changed tool that a trusted server calls read-only',
      readOnly,
      { changed: true, trusted: true },
      'allow by annotation',
    ],
    // Written rules.
    [
      'an allow rule for the tool',
      wild,
      { sets: [rules('user', { allow: ['mcp__docs__search'] })] },
      'allow by rule of user',
    ],
    [
      'an allow rule for the server, and a tool that may destroy',
      wild,
      { sets: [rules('user', { allow: ['mcp__docs__*'] })] },
      'ask wide-rule',
    ],
    [
      'an allow rule for the server, and a tool that destroys nothing',
      additive,
      { sets: [rules('user', { allow: ['mcp__docs'] })] },
      'allow by rule of user',
    ],
    [
      'rules for the server and for the tool',
      wild,
      { sets: [rules('user', { allow: ['mcp__docs', 'mcp__docs__search'] })] },
      'allow by rule of user',
    ],
    [
      'ask against allow',
      readOnly,
      {
        trusted: true,
        always: true,
        sets: [rules('user', { allow: ['mcp__docs__search'], ask: ['mcp__docs'] })],
      },
      'ask rule',
    ],
    [
      'deny against ask and allow',
      readOnly,
      {
        trusted: true,
        always: true,
        sets: [rules('user', { ask: ['mcp__docs'], deny: ['mcp__docs__search'] })],
      },
      'deny by rule of user',
    ],
    // Layers.
    [
      'a managed deny against a user allow',
      wild,
      {
        sets: [
          rules('user', { allow: ['mcp__docs__search'] }),
          rules('managed', { deny: ['mcp__docs'] }),
        ],
      },
      'deny by rule of managed',
    ],
    [
      'a user deny against a managed allow',
      wild,
      {
        sets: [
          rules('managed', { allow: ['mcp__docs__search'] }),
          rules('user', { deny: ['mcp__docs'] }),
        ],
      },
      'deny by rule of user',
    ],
    [
      'an allow that came with a folder',
      wild,
      {
        sets: [
          rules('project', { allow: ['mcp__docs__search'] }),
          rules('local', { allow: ['mcp__docs__search'] }),
        ],
      },
      'ask destructive',
    ],
    [
      'a deny that came with a folder',
      wild,
      { always: true, sets: [rules('project', { deny: ['mcp__docs__search'] })] },
      'deny by rule of project',
    ],
    // Modes.
    [
      'read-only mode and a tool that may write',
      additive,
      { mode: 'read-only', always: true },
      'deny by mode read-only',
    ],
    [
      'read-only mode and a claim of an untrusted server',
      readOnly,
      { mode: 'read-only' },
      'ask untrusted-read-only',
    ],
    [
      'read-only mode and a trusted claim',
      readOnly,
      { mode: 'read-only', trusted: true },
      'allow by annotation',
    ],
    [
      'trust-edits and what destroys nothing',
      additive,
      { mode: 'trust-edits', trusted: true },
      'allow by mode trust-edits',
    ],
    ['trust-edits and an untrusted server', additive, { mode: 'trust-edits' }, 'ask not-read-only'],
    [
      'trust-edits and what may destroy',
      wild,
      { mode: 'trust-edits', trusted: true },
      'ask destructive',
    ],
    ['bypass', wild, { mode: 'bypass' }, 'allow by mode bypass'],
    [
      'bypass against a deny rule',
      wild,
      { mode: 'bypass', sets: [rules('user', { deny: ['mcp__docs'] })] },
      'deny by rule of user',
    ],
    [
      'bypass against an ask rule of the user',
      wild,
      { mode: 'bypass', sets: [rules('user', { ask: ['mcp__docs'] })] },
      'allow by mode bypass',
    ],
    [
      'bypass against a managed ask rule',
      wild,
      { mode: 'bypass', sets: [rules('managed', { ask: ['mcp__docs'] })] },
      'ask rule',
    ],
    [
      'bypass and a tool that was changed since it was allowed',
      wild,
      { mode: 'bypass', always: true, changed: true },
      'ask changed',
    ],
    // Built-in tools.
    ['a built-in tool that needs no asking', wild, builtin('allow'), 'allow by builtin'],
    ['one in read-only mode', wild, { ...builtin('allow'), mode: 'read-only' }, 'allow by builtin'],
    ['a built-in tool that asks', wild, builtin('ask'), 'ask destructive'],
    [
      'a built-in tool that asks, in read-only mode',
      wild,
      { ...builtin('ask'), mode: 'read-only' },
      'deny by mode read-only',
    ],
    [
      'a command that a prefix allows',
      wild,
      { ...builtin('ask'), sets: [rules('user', { allow: ['bash(git status:*)'] })] },
      'allow by rule of user',
    ],
    [
      'a compound command that a prefix would allow',
      wild,
      {
        ...builtin('ask'),
        tool: {
          kind: 'builtin',
          name: 'bash',
          subject: { kind: 'command', value: 'git status && rm -rf ~' },
        },
        sets: [rules('user', { allow: ['bash(git status:*)'] })],
      },
      'ask destructive',
    ],
    [
      'a compound command where a prefix is denied and the tool allowed',
      wild,
      {
        ...builtin('ask'),
        tool: {
          kind: 'builtin',
          name: 'bash',
          subject: { kind: 'command', value: 'true; rm -rf ~' },
        },
        sets: [rules('user', { allow: ['bash'], deny: ['bash(rm:*)'] })],
      },
      'ask unclear',
    ],
  ])('%s', (_what, annotations, more, expected) => {
    const { annotations: own = annotations } = more;
    expect(words(decide(question(own, more)))).toBe(expected);
  });

  it.each<[ToolAnnotations, string[]]>([
    [{}, ['destructive', 'open-world']],
    [{ readOnlyHint: true }, ['read-only', 'open-world']],
    [{ destructiveHint: false, idempotentHint: true, openWorldHint: false }, ['idempotent']],
  ])('shows what %j comes to', (annotations, tags) => {
    const verdict = decide(question(annotations));
    expect(verdict.kind === 'ask' && verdict.prompt.tags).toEqual(tags);
  });

  it('never runs what a rule denies, whatever else holds', () => {
    const sets = [rules('user', { deny: ['mcp__docs__search'], allow: ['mcp__docs__search'] })];
    for (const mode of ['ask', 'read-only', 'trust-edits', 'bypass'] satisfies PermissionMode[]) {
      for (const trusted of [true, false]) {
        for (const annotations of [readOnly, additive, wild]) {
          const more = { sets, mode, trusted, always: true };
          expect(words(decide(question(annotations, more)))).toBe('deny by rule of user');
        }
      }
    }
  });
});
