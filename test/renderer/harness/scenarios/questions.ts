import type { Question } from '../../../../src/shared/question.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import { signInAnswers } from '../madeUpSignIns.ts';
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

const chat = summary('asking', 'Open an account for the new service', now, 'running');
const inCall = { conversationId: chat.id, itemId: 'mcp__accounts__open', at: now };

const all: readonly Question[] = [
  {
    id: 'q-form',
    kind: 'form',
    server: 'accounts',
    ...inCall,
    message: 'A few facts are needed to open the account.',
    schema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Full name', minLength: 2, maxLength: 80 },
        email: {
          type: 'string',
          title: 'Work email',
          format: 'email',
          description: 'Invoices go there',
        },
        site: { type: 'string', title: 'Home page', format: 'uri' },
        start: { type: 'string', title: 'First day', format: 'date', default: '2026-12-14' },
        call: { type: 'string', title: 'Call me at', format: 'date-time' },
        seats: { type: 'integer', title: 'Seats', minimum: 1, maximum: 100, default: 5 },
        region: {
          type: 'string',
          title: 'Region',
          oneOf: [
            { const: 'eu', title: 'Europe' },
            { const: 'us', title: 'United States' },
          ],
          default: 'eu',
        },
        parts: {
          type: 'array',
          title: 'Parts',
          description: 'At most two while it is a trial',
          minItems: 1,
          maxItems: 2,
          items: {
            anyOf: [
              { const: 'db', title: 'Database' },
              { const: 'queue', title: 'Queue' },
              { const: 'search', title: 'Search' },
            ],
          },
          default: ['db'],
        },
        note: { type: 'string', title: 'Note', maxLength: 500 },
        terms: { type: 'boolean', title: 'I accept the terms' },
      },
      required: ['name', 'email', 'terms'],
    },
  },
  {
    id: 'q-url',
    kind: 'url',
    server: 'wiki',
    at: now,
    conversationId: chat.id,
    itemId: 'mcp__wiki__search',
    message: 'Sign in to the wiki to go on.',
    url: 'http://wiki.xn--exmple-cua.org/oauth/authorize?client_id=patchbay&state=mH3kQ0_aV8&redirect_uri=https%3A%2F%2Fwiki.example.org%2Fdone',
    unicodeHost: 'wiki.exämple.org',
    opened: false,
  },
  {
    id: 'q-sampling',
    kind: 'sampling',
    server: 'search-index',
    at: now,
    systemPrompt: 'You write one-line summaries of log files.',
    messages: [
      {
        role: 'user',
        text: 'Summarise this:\n\n12:04 worker 3 started\n12:05 worker 3 lost its lease\n12:06 worker 4 took over',
        images: [],
      },
      { role: 'assistant', text: 'A worker', images: [] },
    ],
    model: 'claude-sonnet-5',
    maxTokens: 1200,
  },
  {
    id: 'q-sign-in',
    kind: 'sign-in',
    server: 'tickets',
    ...inCall,
    reason: 'never',
    scopes: [],
  },
  {
    id: 'q-more',
    kind: 'sign-in',
    server: 'tickets',
    ...inCall,
    reason: 'more',
    scopes: ['tickets:write', 'https://tickets.example/auth/projects.attachments.readwrite.all'],
  },
  {
    id: 'q-opened',
    kind: 'url',
    server: 'tickets',
    at: now,
    message: 'Confirm the export.',
    url: 'https://tickets.example.org/confirm/81',
    opened: true,
  },
];

/** What servers ask: in a call's place, and in the dock; `?only=q-url` shows one of them. */
export const bridge = () => {
  const only = new URLSearchParams(location.search).get('only');
  let open = all.filter(({ id }) => only === null || id === only);
  const fake = createFakeBridge({
    ...signInAnswers((name, payload) => fake.emit(name, payload)),
    'servers.list': () => manyStates,
    'chat.list': () => [chat, ...oldConversations],
    'settings.get': () => settings(),
    'questions.list': () => open,
    'questions.answer': ({ id }) => {
      open = open.filter((question) => question.id !== id);
      fake.emit('questions.changed', open);
    },
    'chat.open': () =>
      conversation(chat, [
        user('u1', 'Open an account for the new service'),
        text('t1', 'I ask the accounts server, and look the policy up in the wiki meanwhile.'),
        tool('mcp__wiki__search', {
          title: 'Search the wiki',
          server: 'wiki',
          input: { query: 'account policy' },
          state: 'running',
          startedAt: now - 900,
        }),
        tool('mcp__accounts__open', {
          title: 'Open an account',
          server: 'accounts',
          input: { service: 'reports' },
          state: 'running',
          startedAt: now - 1200,
        }),
      ]),
  });
  return fake;
};
