import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FakeApi } from '../fakes/messagesApi.ts';
import type { FakeAnswer } from '../fakes/messagesApi.ts';
import { scriptedTeam } from '../fakes/scriptedTeam.ts';
import { repository } from '../repository.ts';
import { notesServer } from './notesServer.ts';
import { dataFolder, fixture, openPatchbay } from './patchbay.ts';
import { callsTool, says } from './talking.ts';
import { fillConversations } from './manyConversations.ts';
import { fillTalks } from './tourTalks.ts';

/** The reference server, which offers some of everything. */
const everything = {
  command: process.execPath,
  args: [
    join(
      import.meta.dirname,
      '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
    ),
    'stdio',
  ],
};

const longName = 'a-server-with-a-name-that-is-as-long-as-a-name-may-be-allowed-';

/** Servers enough to scroll, in every state that does not need waiting for. */
async function servers() {
  const { resource } = await notesServer({ scopes: ['notes:read'] });
  const more = Array.from({ length: 16 }, (_, at) => [
    `${longName}${at}`.slice(0, 64),
    at % 3 === 0 ? { command: 'no-such-command-on-any-path' } : { command: 'x', disabled: true },
  ]);
  return {
    toolbox: fixture('toolbox'),
    everything,
    forms: fixture('forms'),
    odd: fixture('oddTools'),
    crashing: fixture('exitsAtOnce'),
    hanging: fixture('hanging'),
    missing: { command: 'no-such-command-on-any-path', args: ['--with', 'arguments'] },
    notes: { type: 'http', url: resource.url },
    gone: { type: 'http', url: 'http://127.0.0.1:9/mcp' },
    off: { command: 'x', disabled: true },
    ...(Object.fromEntries(more) as Record<string, object>),
  };
}

/** What is asked last decides: a prompt, a question, an answer that does not end, a failure, a team. */
function answers() {
  const team = scriptedTeam('mcp__toolbox__echo', ['bob']);
  return (body: Readonly<Record<string, unknown>>): FakeAnswer => {
    const messages = body['messages'] as readonly { role: string; content: unknown }[];
    const all = JSON.stringify(messages);
    const last = JSON.stringify(messages.at(-1));
    if (all.includes('Ask me first')) {
      const input = { query: 'the lock', limit: 20, path: '/var/lib/worker/queue' };
      return last.includes('Ask me first')
        ? callsTool('ask', 'mcp__toolbox__echo', input)
        : says('Done.');
    }
    if (all.includes('Have it ask')) {
      const name = 'mcp__everything__trigger-elicitation-request';
      return last.includes('Have it ask') ? callsTool('elicit', name, {}) : says('Done.');
    }
    if (last.includes('Go on and on')) {
      const text = 'It looks at one table after the other. '.repeat(20);
      return { blocks: [{ type: 'text', text }], events: 12, ending: 'wait' };
    }
    if (last.includes('Fail')) {
      return { status: 400, type: 'invalid_request_error', message: 'no such thing' };
    }
    return team(body);
  };
}

/** The app with some of everything in it. */
export async function openWorld() {
  const api = await new FakeApi().start();
  api.otherwise = answers();
  onTestFinished(() => api.close());
  const workspace = await repository();
  const userData = await dataFolder({
    workspace,
    teammatePollSeconds: 1,
    hooks: { 'on-stop': [{ command: ['true'] }] },
    permissions: { allow: ['mcp__everything__*'], deny: ['mcp__toolbox__kill'] },
    mcpServers: await servers(),
  });
  fillConversations(userData, 30);
  fillTalks(userData);
  const patchbay = await openPatchbay({
    userData,
    env: { ANTHROPIC_API_KEY: 'sk-ant-test-0123456789abcdef', ANTHROPIC_BASE_URL: api.url },
  });
  for (const name of ['toolbox', 'everything', 'forms']) await patchbay.untilConnected(name);
  return { api, patchbay, workspace };
}
