import { describe, expect, it } from 'vitest';
import { decide } from '../../src/main/permissions/policy.ts';
import type { PolicyQuestion } from '../../src/main/permissions/policy.ts';
import type { ServerSource, ToolAnnotations } from '../../src/shared/server.ts';

const ask = (
  source: ServerSource,
  annotations: ToolAnnotations,
  hasRule = false,
): PolicyQuestion => ({
  kind: 'server',
  source,
  annotations,
  hasRule,
});

describe('decide', () => {
  it('lets built-in tools run that say so, and asks about the others', () => {
    const annotations = {};
    expect(decide({ kind: 'builtin', permission: 'allow', annotations })).toEqual({
      kind: 'allow',
      because: 'builtin',
    });
    expect(decide({ kind: 'builtin', permission: 'ask', annotations })).toMatchObject({
      kind: 'ask',
    });
  });

  it.each<[string, PolicyQuestion, string]>([
    [
      'a read-only tool of a bundled server',
      ask('bundled', { readOnlyHint: true }),
      'bundled-read-only',
    ],
    ['what the user always allows', ask('user', { destructiveHint: true }, true), 'rule'],
    ['what the user always allows of a bundled server', ask('bundled', {}, true), 'rule'],
  ])('lets %s run', (_what, question, because) => {
    expect(decide(question)).toEqual({ kind: 'allow', because });
  });

  it.each<[string, PolicyQuestion, string, string[]]>([
    ['an unannotated tool', ask('user', {}), 'destructive', ['destructive', 'open-world']],
    [
      'an unannotated tool of a bundled server',
      ask('bundled', {}),
      'destructive',
      ['destructive', 'open-world'],
    ],
    [
      "a user's server that calls itself read-only",
      ask('user', { readOnlyHint: true, openWorldHint: false }),
      'untrusted-read-only',
      ['read-only'],
    ],
    [
      'a tool that calls itself both read-only and destructive',
      ask('bundled', { readOnlyHint: true, destructiveHint: true, openWorldHint: false }),
      'destructive',
      ['destructive'],
    ],
    [
      'a tool that writes but does not destroy',
      ask('bundled', { destructiveHint: false, openWorldHint: false }),
      'not-read-only',
      [],
    ],
  ])('asks about %s', (_what, question, reason, tags) => {
    expect(decide(question)).toEqual({ kind: 'ask', prompt: { reason, tags } });
  });
});
