import { describe, expect, it } from 'vitest';
import type { ChatItem, ResultPart, ToolCall } from '../../src/shared/chat.ts';
import { interruptedText } from '../../src/main/agent/interruptions.ts';
import { toMessages } from '../../src/main/agent/request/toMessages.ts';
import { textItem, thinkingItem, toolItem, userItem } from '../fakes/chatItems.ts';
import { refusalOf } from '../fakes/messagesApiChecks.ts';

const text = (body: string) => ({ type: 'text', text: body });
const use = (id: string) => ({
  type: 'tool_use',
  id,
  name: 'mcp__docs__search',
  input: { query: 'x' },
});
const result = (id: string, body: string, isError = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text(body)],
  ...(isError && { is_error: true }),
});
const said = (...content: object[]) => ({ role: 'assistant', content });
const asked = (...content: object[]) => ({ role: 'user', content });
const notice: ChatItem = {
  id: 'n',
  at: 1,
  kind: 'notice',
  level: 'info',
  notice: { code: 'chat/stopped', message: 'Stopped.' },
};

/** What the API would say to these items followed by a question. */
function apiRefusal(items: readonly ChatItem[]): string | undefined {
  const messages = toMessages([...items, userItem('and now?')], new Map());
  const body = { model: 'm', max_tokens: 1, messages };
  return refusalOf(JSON.parse(JSON.stringify(body)), JSON.stringify(body));
}

describe('toMessages', () => {
  it.each<[string, ChatItem[], object[]]>([
    [
      'a plain exchange',
      [userItem('hi'), textItem(1, 'hello'), userItem('bye')],
      [asked(text('hi')), said(text('hello')), asked(text('bye'))],
    ],
    [
      'all results of a round in one message',
      [userItem('hi'), textItem(1, 'look'), toolItem(1, 'a'), toolItem(1, 'b'), textItem(2, 'so')],
      [
        asked(text('hi')),
        said(text('look'), use('a'), use('b')),
        asked(result('a', 'found'), result('b', 'found')),
        said(text('so')),
      ],
    ],
    [
      'rounds that follow each other',
      [userItem('hi'), toolItem(1, 'a'), toolItem(2, 'b')],
      [
        asked(text('hi')),
        said(use('a')),
        asked(result('a', 'found')),
        said(use('b')),
        asked(result('b', 'found')),
      ],
    ],
    [
      "the user's words after the results",
      [userItem('hi'), toolItem(1, 'a'), notice, userItem('stop it')],
      [asked(text('hi')), said(use('a')), asked(result('a', 'found'), text('stop it'))],
    ],
    [
      'messages in a row as one',
      [userItem('one'), notice, userItem('two')],
      [asked(text('one'), text('two'))],
    ],
    [
      'nothing for empty texts',
      [userItem('hi'), textItem(1, ' \n'), userItem('?')],
      [asked(text('hi'), text('?'))],
    ],
    ['a blank message in words', [userItem('  ')], [asked(text('(empty message)'))]],
    [
      'thinking with its signature, and the kind that can not be read',
      [
        userItem('hi'),
        thinkingItem(1, { signature: 'sig' }),
        thinkingItem(1, { id: 'r', text: '', signature: 'secret', redacted: true }),
        textItem(1, 'hello'),
      ],
      [
        asked(text('hi')),
        said(
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'secret' },
          text('hello'),
        ),
      ],
    ],
    [
      'no thinking without a signature',
      [userItem('hi'), thinkingItem(1), textItem(1, 'hello')],
      [asked(text('hi')), said(text('hello'))],
    ],
    [
      'no answer of thinking alone',
      [userItem('hi'), thinkingItem(1, { signature: 'sig' }), userItem('?')],
      [asked(text('hi'), text('?'))],
    ],
  ])('sends %s', (_what, items, expected) => {
    expect(toMessages(items, new Map())).toEqual(expected);
    expect(apiRefusal(items)).toBeUndefined();
  });

  it.each<[ToolCall['state'], string, boolean]>([
    ['queued', interruptedText, true],
    ['waiting', interruptedText, true],
    ['running', interruptedText, true],
    ['done', 'found', false],
    ['error', 'found', true],
    ['denied', 'found', true],
    ['stopped', 'found', true],
  ])('gives a call that is %s a result', (state, body, isError) => {
    const items = [userItem('hi'), toolItem(1, 'a', { state })];
    expect(toMessages(items, new Map()).at(-1)).toEqual(asked(result('a', body, isError)));
    expect(apiRefusal(items)).toBeUndefined();
  });

  it.each<[string, ResultPart[], object[]]>([
    ['an empty result', [], [text('(no output)')]],
    ['a blank text', [{ kind: 'text', text: ' ' }], [text('(no output)')]],
    [
      'an image',
      [{ kind: 'image', mediaType: 'image/png', data: 'iVBORw0KGgoA' }],
      [
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoA' },
        },
      ],
    ],
    [
      'an image in a file',
      [{ kind: 'image', mediaType: 'image/png', file: { name: 'a.png', bytes: 3 } }],
      [
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoB' },
        },
      ],
    ],
    [
      'an image whose file can not be sent',
      [{ kind: 'image', mediaType: 'image/png', file: { name: 'b.png', bytes: 3 } }],
      [text('(an image, image/png: too much)')],
    ],
    [
      'an image whose file is gone',
      [{ kind: 'image', mediaType: 'image/png', file: { name: 'c.png', bytes: 3 } }],
      [text('(an image, image/png: its file is gone)')],
    ],
    [
      'an image of a kind that is not taken',
      [{ kind: 'image', mediaType: 'image/bmp', data: 'iVBORw0KGgoA' }],
      [text('(an image, image/bmp)')],
    ],
    [
      'a link',
      [{ kind: 'link', uri: 'file:///a', name: 'a', mediaType: 'text/plain' }],
      [text('Resource link: a <file:///a> (text/plain)')],
    ],
    [
      'a file',
      [{ kind: 'file', path: '/f/1.txt', mediaType: 'text/plain', bytes: 9, note: 'the rest' }],
      [
        text(
          'Saved as a file: /f/1.txt (text/plain, 9 bytes): the rest. ' +
            'Where you have read_file and grep, they take this path.',
        ),
      ],
    ],
  ])('gives %s to the model', (_what, parts, content) => {
    const items = [userItem('hi'), toolItem(1, 'a', { result: parts })];
    const files = new Map([
      ['a.png', { data: 'iVBORw0KGgoB' }],
      ['b.png', { left: 'too much' }],
    ]);
    expect(toMessages(items, files).at(-1)).toMatchObject({ content: [{ content }] });
    expect(apiRefusal(items)).toBeUndefined();
  });

  it('has no image in an error, which may hold text only', () => {
    const parts: ResultPart[] = [{ kind: 'image', mediaType: 'image/png', data: 'iVBORw0KGgoA' }];
    const items = [userItem('hi'), toolItem(1, 'a', { state: 'error', result: parts })];
    expect(apiRefusal(items)).toBeUndefined();
  });

  it('sends what a killed app left behind so that the API takes it', () => {
    const items = [
      userItem('hi'),
      thinkingItem(1, { streaming: true }),
      textItem(1, 'half', true),
      toolItem(1, 'a'),
      toolItem(1, 'b', { state: 'running', result: undefined }),
      toolItem(2, 'c', { name: 'what is this?', state: 'waiting', result: undefined }),
    ];
    expect(apiRefusal(items)).toBeUndefined();
    expect(JSON.stringify(toMessages(items, new Map()))).toContain('"name":"what_is_this_"');
  });

  it('mends halves of surrogate pairs', () => {
    expect(apiRefusal([userItem('x\ud83d'), textItem(1, '\ude00')])).toBeUndefined();
  });
});
