import { createFakeBridge } from '../../fakeBridge.ts';
import { conversation, manyStates, settings, summary, text, user } from '../madeUp.ts';

const long = summary('long', 'A very long answer', Date.now(), 'running');
const section = (n: number) => `## Part ${n}

Paragraph ${n} has some **bold** words, a \`name\` and a [link](https://example.com/${n}), and goes on for a while so that it wraps over two or three lines of the column it is shown in.

- first point of ${n}
- second point, with more words than the first
- third

| Key | Value |
| --- | ---: |
| part | ${n} |
| double | ${n * 2} |

\`\`\`ts
export function part${n}(input: readonly string[]): number {
  // Counts what is not empty.
  const kept = input.filter((line) => line !== '' && line.length < ${n + 100});
  return kept.reduce((sum, line) => sum + line.length, ${n});
}
\`\`\`

`;

type Figures = { readonly frames: number[]; done: boolean };

/**
 * Streams an answer: `?chars=200000&rate=60&kind=mixed|paragraph|code|list`. The times between
 * frames are in `window.figures`.
 */
export const bridge = () => {
  const asked = new URLSearchParams(location.search);
  const length = Number(asked.get('chars') ?? 200_000);
  const rate = Number(asked.get('rate') ?? 60);
  const step = Number(asked.get('step') ?? 60);
  const kind = asked.get('kind') ?? 'mixed';
  const answer = makeAnswer(kind, length);
  const figures: Figures = { frames: [], done: false };
  Object.assign(window, { figures });
  const fake = createFakeBridge({
    'servers.list': () => manyStates,
    'chat.list': () => [long],
    'settings.get': () => settings(),
    'chat.stop': () => undefined,
    'chat.open': () => {
      setTimeout(start, 1500);
      return {
        ...conversation(long, [user('u', 'Write a very long answer'), text('a', '', true)]),
        activity: 'running',
      };
    },
  });
  const start = () => {
    let sent = 0;
    let last = performance.now();
    const frame = () => {
      const now = performance.now();
      figures.frames.push(now - last);
      last = now;
      if (!figures.done) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const began = performance.now();
    const timer = setInterval(() => {
      // As many batches as the time allows, in one push: main sends at most one a frame.
      const due = Math.min(length, Math.floor(((performance.now() - began) / 1000) * rate) * step);
      if (due <= sent) return;
      const part = answer.slice(sent, due);
      sent = due;
      fake.emit('chat.changed', {
        conversationId: 'long',
        changes: [{ kind: 'delta', id: 'a', text: part }],
      });
      if (sent < length) return;
      clearInterval(timer);
      fake.emit('chat.changed', {
        conversationId: 'long',
        changes: [
          { kind: 'item', item: text('a', answer) },
          { kind: 'activity', activity: 'idle' },
        ],
      });
      setTimeout(() => (figures.done = true), 500);
    }, 1000 / rate);
  };
  return fake;
};

function makeAnswer(kind: string, length: number): string {
  let answer = kind === 'code' ? '```ts\n' : '';
  for (let n = 1; answer.length < length; n += 1) {
    if (kind === 'paragraph') answer += `Sentence ${n} of a paragraph that never ends. `;
    else if (kind === 'code')
      answer += `const value${n} = compute(${n}, 'text ${n}'); // note ${n}\n`;
    else if (kind === 'list') answer += `- item ${n} with **some** words and a \`name\`\n`;
    else if (kind === 'table')
      answer += n === 1 ? '| n | word |\n| --- | --- |\n' : `| ${n} | word ${n} |\n`;
    else answer += section(n);
  }
  return answer.slice(0, length);
}
