import { describe, expect, it } from 'vitest';
import { Questions } from '../../src/main/servers/questions/questions.ts';
import type { NewQuestion } from '../../src/main/servers/questions/questions.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import { failureOf, noSignal } from './supervision.ts';

const form: NewQuestion = {
  kind: 'form',
  server: 'docs',
  message: 'How many?',
  schema: {
    type: 'object',
    properties: { seats: { type: 'integer', maximum: 9 } },
    required: ['seats'],
  },
};
const page: NewQuestion = {
  kind: 'url',
  server: 'docs',
  message: 'Sign in',
  url: 'https://example.org/',
  opened: false,
};

function make(openExternal: (url: string) => Promise<void> = async () => undefined) {
  let id = 0;
  return new Questions({ openExternal, now: () => 7, newId: () => `q${++id}` });
}

describe('Questions', () => {
  it('keeps a question until it is answered, and tells of both', async () => {
    const questions = make();
    const counts: number[] = [];
    questions.onChange(() => counts.push(questions.list().length));
    const answer = questions.ask(form, noSignal);
    expect(questions.list()).toEqual([{ ...form, id: 'q1', at: 7 }]);
    await questions.answer('q1', { action: 'accept', content: { seats: 3 } });
    expect(await answer).toEqual({ action: 'accept', content: { seats: 3 } });
    expect(counts).toEqual([1, 0]);
  });

  it.each([
    ['too large', { seats: 10 }],
    ['of another type', { seats: '3' }],
    ['missing', {}],
    ['one that was not asked for', { seats: 3, more: 'x' }],
  ])('refuses an answer whose value is %s, and keeps the question', async (_name, content) => {
    const questions = make();
    void questions.ask(form, noSignal);
    const answered = questions.answer('q1', { action: 'accept', content });
    expect(await failureOf(answered)).toMatchObject({ code: 'questions/invalid' });
    expect(questions.list()).toHaveLength(1);
  });

  it('is cancelled by its signal', async () => {
    const questions = make();
    const stop = new AbortController();
    const answer = questions.ask(form, stop.signal);
    stop.abort();
    expect(await answer).toEqual({ action: 'cancel' });
    expect(questions.list()).toEqual([]);
    expect(await questions.ask(form, stop.signal)).toEqual({ action: 'cancel' });
  });

  it('knows no question that is over', async () => {
    const questions = make();
    void questions.ask(form, noSignal);
    await questions.answer('q1', { action: 'decline' });
    expect(await failureOf(questions.answer('q1', { action: 'decline' }))).toMatchObject({
      code: 'questions/gone',
    });
  });

  it('stays when its page could not be opened', async () => {
    const questions = make(async () => {
      throw new AppFailure({ code: 'app/not-opened', message: 'no browser' });
    });
    void questions.ask(page, noSignal);
    expect(await failureOf(questions.answer('q1', { action: 'accept' }))).toMatchObject({
      code: 'app/not-opened',
    });
    expect(questions.list()).toHaveLength(1);
  });

  it('waits behind an opened page for the server of that page to say that it is dealt with', async () => {
    const questions = make();
    const answer = questions.ask(page, noSignal, 'page-1');
    await questions.answer('q1', { action: 'accept' });
    expect(questions.list()).toMatchObject([{ opened: true }]);
    questions.dealtWith('other', 'page-1');
    questions.dealtWith('docs', 'page-2');
    expect(questions.list()).toHaveLength(1);
    questions.dealtWith('docs', 'page-1');
    expect(await answer).toEqual({ action: 'accept' });
  });

  it('lets one server ask no more than 20 at a time, and others still', async () => {
    const questions = make();
    for (let asked = 0; asked < 20; asked += 1) {
      void questions.ask(form, new AbortController().signal);
    }
    expect(await failureOf(questions.ask(form, noSignal))).toMatchObject({
      code: 'questions/too-many',
      params: { server: 'docs', limit: 20 },
    });
    void questions.ask({ ...form, server: 'wiki' }, noSignal);
    expect(questions.list()).toHaveLength(21);
  });
});
