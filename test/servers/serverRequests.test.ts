import { describe, expect, it } from 'vitest';
import { personRequests } from '../../src/main/servers/questions/personRequests.ts';
import { Questions } from '../../src/main/servers/questions/questions.ts';
import { WorkspaceRoots } from '../../src/main/servers/roots.ts';
import { failureOf, fixture, noSignal, supervise } from './supervision.ts';

async function connect() {
  const opened: string[] = [];
  const questions = new Questions({ openExternal: async (url) => void opened.push(url) });
  const roots = new WorkspaceRoots([import.meta.dirname]);
  const sampler = {
    model: async () => undefined,
    sample: async () => Promise.reject(new Error('not asked for')),
  };
  const supervision = supervise([fixture('asks')], {
    requestsOf: (server) => personRequests(server, false, { questions, roots, sampler }),
  });
  await supervision.supervisor.connect('asks', noSignal);
  const call = (tool: string, input = {}) =>
    supervision.supervisor.call('asks', tool, input, { signal: noSignal });
  /** Resolves when the questions are as many. */
  const count = (wanted: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (questions.list().length !== wanted) return;
        unwatch();
        resolve();
      };
      const unwatch = questions.onChange(look);
      look();
    });
  const answer = async (pick: Parameters<Questions['answer']>[1]) =>
    questions.answer(questions.list()[0]?.id ?? '', pick);
  return { ...supervision, questions, opened, call, count, answer };
}

const form = {
  message: 'Your name?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
};
const page = (url: string) => ({ mode: 'url', message: 'Look', url, elicitationId: 'e' });

describe('a question outside of any call', () => {
  it('belongs to no conversation, and its answer goes to the server', async () => {
    const { call, count, questions, answer, untilLine } = await connect();
    await call('ask', form);
    await count(1);
    expect(questions.list()[0]).toMatchObject({ kind: 'form', server: 'asks' });
    expect(questions.list()[0]).not.toHaveProperty('itemId');
    await answer({ action: 'accept', content: { name: 'Ada' } });
    const line = await untilLine(/ask-1: \{"action":"accept","content":\{"name":"Ada"\}\}/);
    expect(line).toMatchObject({ kind: 'notification', level: 'warn' });
  });

  it('goes when the server cancels its request', async () => {
    const { call, count } = await connect();
    await call('ask', form);
    await count(1);
    await call('withdraw');
    await count(0);
  });

  it('is refused when the server has too many open', async () => {
    const { call, count, untilLine } = await connect();
    for (let asked = 1; asked <= 20; asked += 1) {
      await call('ask', form);
      await count(asked);
    }
    await call('ask', form);
    await untilLine(/ask-21: .*asks has 20 questions open already/);
    await count(20);
  });

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'vscode://x/y'])(
    'is refused when its page is %s',
    async (url) => {
      const { call, questions, untilLine } = await connect();
      await call('ask', page(url));
      await untilLine(/ask-1: .*Only http and https pages can be opened/);
      expect(questions.list()).toEqual([]);
    },
  );

  it('is refused when its form is more than a flat one', async () => {
    const { call, untilLine } = await connect();
    const properties = { deep: { type: 'object', properties: {} } };
    await call('ask', { message: 'x', requestedSchema: { type: 'object', properties } });
    await untilLine(/ask-1: .*"code":-32602/);
  });

  it('shows a page as it will be opened, with a host of other letters in Unicode too', async () => {
    const { call, count, questions, answer, opened } = await connect();
    await call('ask', page('https://EXÄMPLE.org:443/a b'));
    await count(1);
    expect(questions.list()[0]).toMatchObject({
      url: 'https://xn--exmple-cua.org/a%20b',
      unicodeHost: 'exämple.org',
    });
    await answer({ action: 'accept' });
    expect(opened).toEqual(['https://xn--exmple-cua.org/a%20b']);
  });
});

describe('a call that needs a page to be visited first', () => {
  it('goes on by itself when the server says that it was', async () => {
    const { call, count, questions, answer, opened } = await connect();
    const outcome = call('page-first');
    await count(1);
    await call('complete');
    expect(await outcome).toMatchObject({ content: [{ type: 'text', text: 'welcome' }] });
    expect(questions.list()).toEqual([]);
    expect(opened).toEqual([]);

    const second = call('page-first');
    await count(1);
    await answer({ action: 'accept' });
    expect(opened).toEqual(['https://x.org/in']);
    await answer({ action: 'accept' });
    expect(await second).toMatchObject({ content: [{ type: 'text', text: 'welcome' }] });
  });

  it('fails when the pages are not as the protocol says', async () => {
    const { call, questions } = await connect();
    expect(await failureOf(call('bad-page'))).toMatchObject({ code: expect.any(String) });
    expect(questions.list()).toEqual([]);
  });
});
