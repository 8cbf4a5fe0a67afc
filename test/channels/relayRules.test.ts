import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeAnswer,
  mayBeSent,
  newRequestId,
  requestParams,
} from '../../src/main/channels/relayRules.ts';
import type { RelayedRequest } from '../../src/main/channels/relayRules.ts';
import type { OpenPrompt } from '../../src/main/permissions/prompts.ts';
import type { AskReason, RuleRef } from '../../src/shared/permission.ts';

const hour = 60 * 60_000;

function open(reason: AskReason = 'destructive', rule?: RuleRef): OpenPrompt {
  return {
    conversationId: 'c1',
    itemId: 'call_1',
    server: 'deploy',
    tool: 'trigger',
    definition: 'd1',
    pooledName: 'mcp__deploy__trigger',
    title: 'Trigger a deploy',
    preview: '{"to":"production"}',
    prompt: { reason, tags: ['destructive', 'open-world'], ...(rule && { rule }) },
  };
}

const request = (prompt = open()): RelayedRequest => ({
  id: 'abcde',
  at: 0,
  prompt,
  sentTo: new Map([['chat', 1]]),
});
const find = (prompt?: OpenPrompt) => (id: string) =>
  id === 'abcde' ? request(prompt) : undefined;
const says = (behavior: unknown, request_id: unknown = 'abcde') => ({ request_id, behavior });

describe('an id', () => {
  it('is five letters without l, and none of the open ones', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        let state = seed >>> 0;
        const random = () => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return state / 2 ** 32;
        };
        const taken = newRequestId(random, () => false);
        state = seed >>> 0;
        const id = newRequestId(random, (one) => one === taken);
        expect(id).toMatch(/^[a-km-z]{5}$/);
        expect(id).not.toBe(taken);
      }),
    );
  });

  it('is never a word that nobody wants to read', () => {
    const letters = 'abcdefghijkmnopqrstuvwxyz';
    const rolls = 'shitaxfuckgoods'.split('').map((letter) => (letters.indexOf(letter) + 0.5) / 25);
    expect(
      newRequestId(
        () => rolls.shift() ?? 0,
        () => false,
      ),
    ).toBe('goods');
  });
});

describe('what is sent', () => {
  it('names the call, and is short and harmless', () => {
    expect(requestParams('abcde', open())).toEqual({
      request_id: 'abcde',
      tool_name: 'mcp__deploy__trigger',
      description: 'deploy: Trigger a deploy (destructive, open-world).',
      input_preview: '{"to":"production"}',
    });
    const long = { ...open(), title: `a\u202E\n${'b'.repeat(500)}`, preview: 'c'.repeat(500) };
    const { description, input_preview } = requestParams('abcde', long);
    expect(description).not.toMatch(/[\u202E\n]/);
    expect(description.length).toBeLessThanOrEqual(200);
    expect(input_preview).toHaveLength(200);
  });

  it('says where a yes can be given for a tool that has changed', () => {
    expect(requestParams('abcde', open('changed')).description).toContain('in Patchbay only');
  });

  it('goes to no server about its own tools', () => {
    expect(mayBeSent('deploy', open())).toBe(false);
    expect(mayBeSent('chat', open())).toBe(true);
    expect(mayBeSent('chat', { ...open(), server: '' })).toBe(true);
  });
});

describe('an answer', () => {
  const denies: RuleRef = { verdict: 'deny', text: 'bash(rm *)', layer: 'user' };
  const asks: RuleRef = { verdict: 'ask', text: 'bash(rm *)', layer: 'user' };

  it.each([
    ['allows once', 'chat', says('allow'), open(), 0, 'allow-once'],
    ['denies', 'chat', says('deny'), open(), 0, 'deny'],
    ['counts with more in it', 'chat', { ...says('deny'), more: 1 }, open(), 0, 'deny'],
    ['counts for a day', 'chat', says('allow'), open(), 24 * hour, 'allow-once'],
    ['is too late', 'chat', says('allow'), open(), 24 * hour + 1, /more than a day/],
    ['is to nothing', 'chat', says('allow', 'fghij'), open(), 0, /no open question/],
    ['is of one who was not asked', 'spy', says('allow'), open(), 0, /was not asked/],
    ['has no behavior', 'chat', { request_id: 'abcde' }, open(), 0, /can not be read/],
    ['wants too much', 'chat', says('allow-always'), open(), 0, /can not be read/],
    ['has another case', 'chat', says('allow', 'ABCDE'), open(), 0, /no open question/],
    ['is no object', 'chat', 'yes abcde', open(), 0, /can not be read/],
    ['is a yes to a changed tool', 'chat', says('allow'), open('changed'), 0, /Patchbay only/],
    ['is a no to a changed tool', 'chat', says('deny'), open('changed'), 0, 'deny'],
    ['is a yes past a deny rule', 'chat', says('allow'), open('unclear', denies), 0, /only/],
    ['is a yes where a rule asks', 'chat', says('allow'), open('unclear', asks), 0, 'allow-once'],
    ['is a yes where a rule asks', 'chat', says('allow'), open('rule', asks), 0, 'allow-once'],
  ] as const)('%s', (_what, server, params, prompt, now, expected) => {
    const judged = judgeAnswer(server, params, find(prompt), now);
    if (judged.kind === 'counts') expect(judged.answer).toBe(expected);
    else expect(judged.why).toMatch(expected);
  });

  it('keeps what it names short in the log', () => {
    const judged = judgeAnswer('chat', says('allow', '\u202E'.repeat(5000)), find(), 0);
    expect(JSON.stringify(judged).length).toBeLessThan(200);
    expect(JSON.stringify(judged)).not.toContain('\u202E');
  });
});
