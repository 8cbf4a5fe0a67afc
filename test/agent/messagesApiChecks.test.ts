import { describe, expect, it } from 'vitest';
import { refusalOf } from '../fakes/messagesApiChecks.ts';

const user = (...content: object[]) => ({ role: 'user', content });
const assistant = (...content: object[]) => ({ role: 'assistant', content });
const text = (body: string) => ({ type: 'text', text: body });
const use = (id: string, name = 'search') => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string, more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: [text('x')],
  ...more,
});
const tool = (more: object = {}) => ({ name: 'search', input_schema: { type: 'object' }, ...more });
const mark = { cache_control: { type: 'ephemeral' } };

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64');
const image = (media_type: string, bytes: string, more: object = {}) => ({
  type: 'image',
  source: { type: 'base64', media_type, data: base64(bytes) },
  ...more,
});
const pdf = (bytes: string) => ({ ...image('application/pdf', bytes), type: 'document' });

function refusal(more: object): string | undefined {
  const body = { model: 'm', max_tokens: 1, messages: [user(text('hi'))], ...more };
  return refusalOf(body, JSON.stringify(body));
}

describe('the strict Messages API', () => {
  it.each<[string, object]>([
    ['a question', {}],
    ['a tool', { tools: [tool()] }],
    [
      'a call with its result',
      { messages: [user(text('a')), assistant(use('1')), user(result('1'), text('b'))] },
    ],
    ['an image', { messages: [user(image('image/png', '\x89PNG\r\n\x1a\n'))] }],
    ['a PDF with its title', { messages: [user({ ...pdf('%PDF-1.7'), title: 'A' })] }],
  ])('takes %s', (_what, more) => {
    expect(refusal(more)).toBeUndefined();
  });

  it.each<[string, object, RegExp]>([
    ['a field that it does not know', { temperatur: 1 }, /Extra inputs/],
    ['no messages', { messages: [] }, /at least one message/],
    ['a bad tool name', { tools: [tool({ name: 'a.b' })] }, /should match pattern/],
    ['two tools of one name', { tools: [tool(), tool()] }, /unique/],
    [
      'a schema that is no object',
      { tools: [tool({ input_schema: { type: 'array' } })] },
      /'object'/,
    ],
    [
      'a combination at the root',
      { tools: [tool({ input_schema: { type: 'object', anyOf: [{}] } })] },
      /top level/,
    ],
    [
      'a bad property name',
      { tools: [tool({ input_schema: { type: 'object', properties: { 'a b': {} } } })] },
      /Property keys/,
    ],
    [
      'a schema that is not valid',
      { tools: [tool({ input_schema: { type: 'object', properties: { a: { type: 'x' } } } })] },
      /JSON schema is invalid/,
    ],
    [
      'five cache marks',
      { messages: [user(...'12345'.split('').map((one) => ({ ...text(one), ...mark })))] },
      /maximum of 4/,
    ],
    ['an answer first', { messages: [assistant(text('a'))] }, /first message/],
    ['an answer last', { messages: [user(text('a')), assistant(text('b'))] }, /prefill/],
    ['the same role twice', { messages: [user(text('a')), user(text('b'))] }, /alternate/],
    ['an empty message', { messages: [user()] }, /non-empty content/],
    ['a blank text', { messages: [user(text(' '))] }, /non-whitespace/],
    [
      'a call without a result',
      { messages: [user(text('a')), assistant(use('1')), user(text('b'))] },
      /without `tool_result`/,
    ],
    ['a result without a call', { messages: [user(result('1'))] }, /./],
    [
      'a result twice',
      { messages: [user(text('a')), assistant(use('1')), user(result('1'), result('1'))] },
      /unexpected/,
    ],
    [
      'a text before a result',
      { messages: [user(text('a')), assistant(use('1')), user(text('b'), result('1'))] },
      /come first/,
    ],
    [
      'one id for two calls',
      { messages: [user(text('a')), assistant(use('1'), use('1')), user(result('1'))] },
      /ids must be unique/,
    ],
    [
      'an image that is another',
      { messages: [user(image('image/png', 'GIF89a'))] },
      /does not match/,
    ],
    [
      'an image of more than 5 MiB',
      { messages: [user(image('image/gif', `GIF89a${'x'.repeat(3_932_161)}`))] },
      /5 MB maximum/,
    ],
    ['a PDF that is none', { messages: [user(pdf('hello'))] }, /not valid/],
    [
      'a document of another type',
      { messages: [user({ ...image('text/csv', 'a,b'), type: 'document' })] },
      /should be 'application\/pdf'/,
    ],
    [
      'a document without a word in its title',
      { messages: [user({ ...pdf('%PDF-1.7'), title: '' })] },
      /1 to 500 characters/,
    ],
    [
      'an image in an error',
      {
        messages: [
          user(text('a')),
          assistant(use('1')),
          user(
            result('1', {
              is_error: true,
              content: [image('image/png', '\x89PNG\r\n\x1a\n')],
            }),
          ),
        ],
      },
      /must be type "text"/,
    ],
    [
      'thinking at the end',
      {
        messages: [
          user(text('a')),
          assistant({ type: 'thinking', thinking: 'x', signature: 's' }),
          user(text('b')),
        ],
      },
      /final block/,
    ],
    [
      'thinking that is not signed',
      {
        messages: [
          user(text('a')),
          assistant({ type: 'thinking', thinking: 'x' }, text('b')),
          user(text('c')),
        ],
      },
      /signature/,
    ],
    ['half a surrogate pair', { messages: [user(text('a\ud83d'))] }, /not valid JSON/],
  ])('refuses %s', (_what, more, expected) => {
    expect(refusal(more)).toMatch(expected);
  });
});
