import { createFakeBridge } from '../../fakeBridge.ts';
import {
  conversation,
  manyStates,
  now,
  oldConversations,
  settings,
  summary,
  text,
  tool,
  user,
} from '../madeUp.ts';

const deploying = summary('deploying', 'Trigger a deployment', now, 'waiting');
const status = {
  service: 'web',
  environment: 'production',
  healthy: true,
  queue: [],
  running: { version: '2.13.4', ref: '91b07de', instances: 6 },
  ready: { version: '2.14.0', ref: '4f2c81a', checks: 'passed' },
};

/** A turn that waits for a permission while another call runs. */
export const bridge = () => {
  const fake = createFakeBridge({
    'servers.list': () => manyStates,
    'chat.list': () => [deploying, ...oldConversations],
    'settings.get': () => settings(),
    'settings.update': (patch) =>
      fake.emit('settings.changed', settings(patch.theme ? { theme: patch.theme } : {})),
    'permissions.answer': ({ itemId }) =>
      fake.emit('chat.changed', {
        conversationId: deploying.id,
        changes: [{ kind: 'item', item: tool(itemId, { state: 'running' }) }],
      }),
    'chat.open': () =>
      conversation(deploying, [
        user('u1', 'Connect to the deploy server and trigger a deployment'),
        {
          kind: 'thinking',
          id: 'th1',
          at: now - 3000,
          endedAt: now,
          round: 1,
          text: 'The deploy server is stopped. Connect it, read the status, and only then propose the deployment.',
          streaming: false,
        },
        text('t1', "I'll connect to deploy and look at what is running before I change anything."),
        tool('connect_mcp', {
          title: 'Connect server',
          input: { server: 'deploy' },
          outcome: { code: 'tools-found', count: 2 },
          startedAt: now - 412,
          logSeq: 10,
        }),
        tool('mcp__deploy__status', {
          title: 'Deployment status',
          server: 'deploy',
          input: { service: 'web' },
          startedAt: now - 84,
          result: [{ kind: 'text', text: JSON.stringify(status) }],
          logSeq: 12,
        }),
        text(
          't2',
          "**web** 2.13.4 is healthy and 2.14.0 is ready. I'd roll it out now, and look up the way back meanwhile.",
        ),
        tool('mcp__deploy__trigger', {
          title: 'Trigger a deployment',
          server: 'deploy',
          input: {
            service: 'web',
            environment: 'production',
            ref: '4f2c81a',
            strategy: 'rolling',
          },
          state: 'waiting',
          prompt: { reason: 'destructive', tags: ['destructive'] },
        }),
        tool('mcp__docs__search', {
          title: 'Search',
          server: 'docs',
          input: { query: 'roll back a release' },
          state: 'running',
          startedAt: now - 4200,
          progress: { progress: 3, total: 5, message: '3 of 5 collections' },
        }),
      ]),
  });
  return fake;
};
