import { AppFailure } from '../../../../src/shared/errors.ts';
import type { ServerSummary } from '../../../../src/shared/server.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { conversation, now, server, settings, summary, text } from '../madeUp.ts';
import { logAnswers, pastLines } from '../madeUpLog.ts';
import { detailOf } from '../madeUpServers.ts';

const offers = { hasResources: true, hasPrompts: true };
const servers: readonly ServerSummary[] = [
  server('wiki', { kind: 'connected' }, { ...offers, toolCount: 9 }),
  server('warehouse', { kind: 'connected' }, { ...offers, toolCount: 2 }),
  server('slow', { kind: 'connected' }, { hasResources: true }),
  server('docs', { kind: 'stopped', by: 'never-started' }, { source: 'bundled' }),
];

const long = 'A page with a title that is so long that it can never be shown whole on one line';
const pages = [
  ['wiki://start', 'Start', 'text/markdown'],
  ['wiki://release/2.13', 'Release notes', 'application/json'],
  ['wiki://a/very/long/address/that/nobody/types/but/everybody/sees/in/a/list/of/pages', long],
  ['wiki://logo', 'Logo', 'image/png'],
  ['wiki://archive', 'Archive', 'application/gzip'],
] as const;

const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const contentOf = (uri: string) => {
  if (uri.endsWith('logo')) return { uri, mediaType: 'image/png', data: dot };
  if (uri.endsWith('archive')) return { uri, mediaType: 'application/gzip', data: dot };
  if (uri.includes('release')) return { uri, text: '{"version": "2.13", "fixed": ["retries"]}' };
  return {
    uri,
    mediaType: 'text/markdown',
    text: '# Start\n\nWhere everything begins.\n'.repeat(9),
  };
};

const all = summary('all', 'What changed in the release?');
const items = [
  {
    kind: 'user' as const,
    id: 'q',
    at: now,
    text: 'What changed in the release? Say it in two lines.',
    attachments: [
      {
        kind: 'resource' as const,
        server: 'wiki',
        name: 'Release notes',
        ...contentOf('wiki://release/2.13'),
      },
      { kind: 'resource' as const, server: 'wiki', name: long, ...contentOf('wiki://start') },
      { kind: 'resource' as const, server: 'wiki', name: 'Logo', ...contentOf('wiki://logo') },
    ],
  },
  text('a', 'Retries were fixed. Nothing else changed.'),
];

/** Servers with resources and prompts, one of which does not answer; a message with attachments. */
export const bridge = () => {
  const fake = createFakeBridge({
    ...logAnswers(pastLines(30)),
    'servers.list': () => servers,
    'servers.detail': (name) => {
      const known = servers.find((one) => one.name === name);
      if (!known) throw new Error(`no server ${name}`);
      return detailOf(known);
    },
    'servers.resources': (name) => {
      if (name === 'slow') {
        throw new AppFailure({
          code: 'server/request-timeout',
          message: 'slow did not answer resources/list in time.',
          params: { server: name, method: 'resources/list' },
        });
      }
      return {
        canSubscribe: true,
        resources: pages.map(([uri, title, mediaType]) => ({
          server: name,
          uri: uri.replace('wiki', name),
          name: title,
          mediaType,
          description: 'Written by the people who know.',
          size: 1234,
        })),
        templates: [
          {
            server: name,
            uriTemplate: `${name}://pages/{space}/{id}`,
            name: 'A page by its number',
          },
        ],
      };
    },
    'servers.readResource': ({ uri }) => [contentOf(uri)],
    'servers.subscribe': ({ server: of, uri, on }) => {
      if (on) setTimeout(() => fake.emit('resource.updated', { server: of, uri }), 300);
    },
    'servers.prompts': (name) => [
      { server: name, name: 'hello', description: 'Says hello', arguments: [] },
      {
        server: name,
        name: 'summarise_page',
        title: 'Summarise a page',
        description: 'Says in a few sentences what a page holds',
        arguments: [
          { name: 'page', description: 'The number of the page', required: true },
          { name: 'style', required: false },
        ],
      },
    ],
    'servers.getPrompt': ({ server: of, name, arguments: args }) => ({
      text: `Run ${name} with ${JSON.stringify(args)}`,
      attachments: [{ kind: 'resource', server: of, uri: `${of}://start`, name: 'Start' }],
    }),
    'servers.complete': ({ argument }) =>
      ['short', 'long', 'formal'].filter((one) => one.startsWith(argument.value)),
    'chat.list': () => [all],
    'chat.open': () => conversation(all, items),
    'chat.send': () => 'all',
    'settings.get': () => settings(),
    'settings.update': () => undefined,
  });
  return fake;
};
