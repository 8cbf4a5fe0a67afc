import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { personRequests } from '../../../src/main/servers/questions/personRequests.ts';
import { Questions } from '../../../src/main/servers/questions/questions.ts';
import { WorkspaceRoots } from '../../../src/main/servers/roots.ts';
import type { SamplingRequest } from '../../../src/main/servers/questions/sampling.ts';
import type { CallOptions } from '../../../src/main/servers/tools/serverTool.ts';
import type { Question } from '../../../src/shared/question.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';

const origin = { conversationId: 'chat-1', itemId: 'call-1' };

function everything(more: Partial<ServerConfig> = {}): ServerDefinition {
  const script = join(
    import.meta.dirname,
    '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
  );
  const config = ServerConfig.parse({
    command: process.execPath,
    args: [script, 'stdio'],
    ...more,
  });
  return { name: 'everything', source: 'user', autoStart: false, config };
}

/** A connected server, and a person at the questions it asks. */
async function connect(definition: ServerDefinition, model = 'a-model') {
  const opened: string[] = [];
  const sampled: SamplingRequest[] = [];
  const questions = new Questions({ openExternal: async (url) => void opened.push(url) });
  const roots = new WorkspaceRoots(['/home/ada/code']);
  const sampler = {
    model: async () => (model === 'demo' ? undefined : model),
    sample: async (id: string, request: SamplingRequest) => {
      sampled.push(request);
      return { text: 'Hello!', model: id, stopReason: 'endTurn' as const };
    },
  };
  const { name } = definition;
  const supervision = supervise([definition], {
    requestsOf: (server, config) =>
      personRequests(server, config.trusted === true, { questions, roots, sampler }),
  });
  await supervision.supervisor.connect(name, noSignal);
  const call = (tool: string, input = {}, options: Partial<CallOptions> = {}) =>
    supervision.supervisor.call(name, tool, input, { signal: noSignal, origin, ...options });
  const names = () => supervision.supervisor.tools().map((tool) => tool.name);
  /** The next question there is. */
  const asked = <K extends Question['kind']>(kind: K, where: Partial<Question> = {}) =>
    new Promise<Extract<Question, { kind: K }>>((resolve) => {
      const look = () => {
        const found = questions
          .list()
          .find(
            (question) =>
              question.kind === kind &&
              Object.entries(where).every(([key, value]) => Reflect.get(question, key) === value),
          );
        if (!found) return;
        unwatch();
        resolve(found as Extract<Question, { kind: K }>);
      };
      const unwatch = questions.onChange(look);
      look();
    });
  return { ...supervision, questions, roots, opened, sampled, call, names, asked };
}

const textOf = (outcome: { readonly content: readonly unknown[] }) =>
  JSON.stringify(outcome.content);

describe('server-everything', () => {
  it('asks for a form within a call, and gets the answer with the defaults', async () => {
    const { call, asked, questions } = await connect(everything());
    const outcome = call('trigger-elicitation-request');
    const question = await asked('form');
    expect(question).toMatchObject({ server: 'everything', ...origin });
    expect(Object.keys(question.schema['properties'] as object)).toHaveLength(13);
    const tooMany = { action: 'accept', content: { name: 'Ada', integer: 101 } } as const;
    expect(await failureOf(questions.answer(question.id, tooMany))).toMatchObject({
      code: 'questions/invalid',
      params: { field: 'integer' },
    });
    await questions.answer(question.id, {
      action: 'accept',
      content: { name: 'Ada', check: true, titledMultipleSelectEnum: ['fish-2', 'fish-3'] },
    });
    const text = textOf(await outcome);
    expect(text).toContain('- Name: Ada');
    expect(text).toContain('- Favorite Integer: 42');
    expect(text).toContain('fish-3');
    expect(questions.list()).toEqual([]);
  });

  it.each(['decline', 'cancel'] as const)('is told of a %s', async (action) => {
    const { call, asked, questions } = await connect(everything());
    const outcome = call('trigger-elicitation-request');
    await questions.answer((await asked('form')).id, { action });
    expect(textOf(await outcome)).toContain(`\\"action\\": \\"${action}\\"`);
  });

  it('has a page opened only after consent', async () => {
    const { call, asked, questions, opened } = await connect(everything());
    const input = { url: 'https://example.org/a?b=c', message: 'Please look' };
    const outcome = call('trigger-url-elicitation', input);
    const question = await asked('url');
    expect(question).toMatchObject({ ...origin, ...input, opened: false });
    expect(opened).toEqual([]);
    await questions.answer(question.id, { action: 'accept' });
    expect(opened).toEqual(['https://example.org/a?b=c']);
    expect(textOf(await outcome)).toContain('accept');
  });

  it('can refuse a call until a page was visited; the call is made again when the user is done', async () => {
    const { call, asked, questions, opened } = await connect(everything());
    const input = { url: 'https://example.org/later', errorPath: true };
    const outcome = call('trigger-url-elicitation', input);
    const first = await asked('url', { opened: false });
    expect(first.url).toBe('https://modelcontextprotocol.io/');
    await questions.answer(first.id, { action: 'accept' });
    expect((await asked('url', { opened: true })).id).toBe(first.id);
    await questions.answer(first.id, { action: 'accept' });
    const second = await asked('url', { url: input.url });
    await questions.answer(second.id, { action: 'accept' });
    expect((await outcome).isError).toBe(false);
    expect(opened).toEqual(['https://modelcontextprotocol.io/', input.url]);
  });

  it('has its call fail when that page is not wanted', async () => {
    const { call, asked, questions } = await connect(everything());
    const input = { url: 'https://example.org/later', errorPath: true };
    const outcome = failureOf(call('trigger-url-elicitation', input));
    await questions.answer((await asked('url')).id, { action: 'decline' });
    expect(await outcome).toMatchObject({ code: 'server/page-not-visited' });
  });

  it('is offered the model only when it is trusted', async () => {
    const untrusted = await connect(everything());
    expect(untrusted.names()).not.toContain('trigger-sampling-request');
    const { call, asked, questions, sampled } = await connect(everything({ trusted: true }));
    const outcome = call('trigger-sampling-request', { prompt: 'Count to 3', maxTokens: 50 });
    const question = await asked('sampling');
    expect(question).toMatchObject({
      ...origin,
      model: 'a-model',
      maxTokens: 50,
      systemPrompt: 'You are a helpful test server.',
      messages: [
        { role: 'user', text: 'Resource trigger-sampling-request context: Count to 3', images: [] },
      ],
    });
    expect(sampled).toEqual([]);
    await questions.answer(question.id, { action: 'accept' });
    expect(textOf(await outcome)).toContain('Hello!');
    expect(sampled).toHaveLength(1);
  });

  it('is told when the user refuses, and when only the demo model is there', async () => {
    const { call, asked, questions } = await connect(everything({ trusted: true }));
    const refused = call('trigger-sampling-request', { prompt: 'Hi' });
    await questions.answer((await asked('sampling')).id, { action: 'decline' });
    expect(textOf(await refused)).toContain('The user refused this sampling request');

    const demo = await connect(everything({ trusted: true }), 'demo');
    expect(textOf(await demo.call('trigger-sampling-request', { prompt: 'Hi' }))).toContain(
      'No model is set up',
    );
  });

  it('hears of other workspace folders', async () => {
    const { call, roots, untilLine } = await connect(everything());
    await untilLine(/^roots\/list, 1 root$/);
    expect(textOf(await call('get-roots-list'))).toContain('file:///home/ada/code');
    roots.set(['/home/ada/code', '/home/ada/notes']);
    await untilLine(/^roots\/list, 2 roots$/);
    expect(textOf(await call('get-roots-list'))).toContain('file:///home/ada/notes');
  });

  it('has its log messages on the log, each with its level', async () => {
    const { call, until, seen } = await connect(everything());
    await call('toggle-simulated-logging');
    // It also tells of the roots that it asked for.
    const line = await until(() =>
      [...seen.values()].find(({ text }) => /^notifications\/message .*level.message/i.test(text)),
    );
    expect(line).toMatchObject({ kind: 'notification', direction: 'in' });
    expect([...seen.values()].some(({ method }) => method === 'logging/setLevel')).toBe(true);
  });
});

describe('a question', () => {
  it('goes when the call that made the server ask is stopped', async () => {
    const { call, asked, questions } = await connect(everything());
    const stop = new AbortController();
    const outcome = failureOf(call('trigger-elicitation-request', {}, { signal: stop.signal }));
    await asked('form');
    stop.abort();
    expect(await outcome).toMatchObject({ code: 'server/call-cancelled' });
    expect(questions.list()).toEqual([]);
  });

  it('goes with the connection', async () => {
    const { call, asked, questions, supervisor } = await connect(everything());
    const outcome = failureOf(call('trigger-elicitation-request'));
    await asked('form');
    await supervisor.stop('everything');
    await outcome;
    expect(questions.list()).toEqual([]);
  });

  it('belongs to no call when two of the server are under way', async () => {
    const { call, asked, questions } = await connect(everything());
    const long = call('trigger-long-running-operation', { duration: 30, steps: 1 });
    const outcome = call('trigger-elicitation-request');
    const question = await asked('form');
    expect(question.itemId).toBeUndefined();
    await questions.answer(question.id, { action: 'decline' });
    await outcome;
    void long.catch(() => undefined);
  });
});

describe('a server of 2026-07-28', () => {
  const asks = (set: Partial<ServerConfig> = {}) => fixture('modernAsks', { set });

  it('gets a form, a page, the model and the roots through the same handlers', async () => {
    const { call, asked, questions, opened, supervisor } = await connect(asks({ trusted: true }));
    expect(supervisor.list()[0]?.protocolVersion).toBe('2026-07-28');
    const given = async (outcome: ReturnType<typeof call>) =>
      JSON.parse((await outcome).content.map((part) => 'text' in part && part.text).join(''));

    const form = call('form');
    const question = await asked('form');
    expect(question).toMatchObject({ server: 'modernAsks', ...origin, message: 'Who is it?' });
    await questions.answer(question.id, { action: 'accept', content: { name: 'Ada' } });
    expect(await given(form)).toEqual({
      given: { action: 'accept', content: { name: 'Ada', seats: 2 } },
      state: 'for form',
    });

    const page = call('page');
    await questions.answer((await asked('url')).id, { action: 'accept' });
    expect(await given(page)).toMatchObject({ given: { action: 'accept' } });
    expect(opened).toEqual(['https://signin.example.org/start']);

    const sample = call('sample');
    await questions.answer((await asked('sampling')).id, { action: 'accept' });
    expect(await given(sample)).toMatchObject({
      given: { role: 'assistant', content: { type: 'text', text: 'Hello!' }, model: 'a-model' },
    });
    expect(await given(call('roots'))).toMatchObject({
      given: { roots: [{ uri: 'file:///home/ada/code', name: 'code' }] },
    });
  });

  it('has its call fail in words when the user refuses the model', async () => {
    const { call, asked, questions } = await connect(asks({ trusted: true }));
    const outcome = failureOf(call('sample'));
    await questions.answer((await asked('sampling')).id, { action: 'decline' });
    expect(await outcome).toMatchObject({
      message: expect.stringContaining('The user refused this sampling request'),
    });
  });

  it('shows no progress of ours while the user is asked', async () => {
    const { call, asked, questions } = await connect(asks());
    const progress: unknown[] = [];
    const outcome = call('form', {}, { onProgress: (step) => progress.push(step) });
    await questions.answer((await asked('form')).id, { action: 'decline' });
    await outcome;
    expect(progress).toEqual([]);
  });
});
