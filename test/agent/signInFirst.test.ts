import { describe, expect, it } from 'vitest';
import { signInFirst } from '../../src/main/agent/signInFirst.ts';
import { needsMoreScope, needsSignIn } from '../../src/main/auth/mcpAuthError.ts';
import type { NewQuestion } from '../../src/main/servers/questions/questions.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import type { AppError } from '../../src/shared/errors.ts';
import type { QuestionAnswer } from '../../src/shared/question.ts';

const url = 'https://mcp.example/mcp';
const unknown = needsSignIn(url, false);
const stale = needsSignIn(url, true);
const more = needsMoreScope(url, 'files:read files:write');
const gone = { code: 'server/gone', message: 'It is gone.' };
const origin = { conversationId: 'chat', itemId: 'call' };
const done = { content: [], isError: false };

/** Calls and connects that fail with these in turn, and then go well; a person who answers so. */
function setting(calls: (AppError | undefined)[], answers: QuestionAnswer['action'][]) {
  const asked: NewQuestion[] = [];
  const happened: string[] = [];
  const next = (what: string) => {
    happened.push(what);
    const failure = calls.shift();
    if (failure !== undefined) throw new AppFailure(failure);
  };
  const servers = signInFirst(
    {
      list: () => [],
      instructions: () => [],
      connect: async () => next('connect'),
      call: async () => {
        next('call');
        return done;
      },
    },
    {
      async ask(question) {
        asked.push(question);
        return { action: answers.shift() ?? 'cancel' };
      },
    },
  );
  const { signal } = new AbortController();
  return {
    asked,
    happened,
    call: () => servers.call('docs', 'find', {}, { signal, origin }),
    servers,
    signal,
  };
}

describe('a call that wants a sign-in first', () => {
  it('asks in its place in the chat, connects and goes on', async () => {
    const { call, asked, happened } = setting([unknown], ['accept']);
    await expect(call()).resolves.toBe(done);
    expect(asked).toEqual([
      { kind: 'sign-in', server: 'docs', reason: 'never', scopes: [], ...origin },
    ]);
    expect(happened).toEqual(['call', 'connect', 'call']);
  });

  it('names what more is wanted', async () => {
    const { call, asked } = setting([more], ['accept']);
    await call();
    expect(asked).toMatchObject([{ reason: 'more', scopes: ['files:read', 'files:write'] }]);
  });

  it('asks again where the connect after it is refused', async () => {
    const { call, asked, happened } = setting([unknown, stale], ['accept', 'accept']);
    await expect(call()).resolves.toBe(done);
    expect(asked).toMatchObject([{ reason: 'never' }, { reason: 'stale' }]);
    expect(happened).toEqual(['call', 'connect', 'connect', 'call']);
  });

  it('asks no more than twice', async () => {
    const { call, asked } = setting(
      [more, undefined, more, undefined, more],
      ['accept', 'accept', 'accept'],
    );
    await expect(call()).rejects.toMatchObject({ error: more });
    expect(asked).toHaveLength(2);
  });

  it.each(['decline', 'cancel'] as const)('fails as it did on %s', async (action) => {
    const { call, happened } = setting([unknown], [action]);
    await expect(call()).rejects.toMatchObject({ error: unknown });
    expect(happened).toEqual(['call']);
  });

  it('asks nothing for another failure', async () => {
    const { call, asked } = setting([gone], ['accept']);
    await expect(call()).rejects.toMatchObject({ error: gone });
    expect(asked).toEqual([]);
  });

  it('asks for a connect too', async () => {
    const { servers, signal, asked, happened } = setting([unknown], ['accept']);
    await servers.connect('docs', signal);
    expect(asked).toHaveLength(1);
    expect(happened).toEqual(['connect', 'connect', 'connect']);
  });
});
