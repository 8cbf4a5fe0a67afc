import { describe, expect, it } from 'vitest';
import { checkPrompts, promptText } from '../../src/main/servers/offers/prompts.ts';
import {
  checkResources,
  checkTemplates,
  lookLimits,
  messageLimits,
  readContents,
} from '../../src/main/servers/offers/resources.ts';
import { hideLists } from '../../src/main/servers/connection/asSent.ts';
import { Offers } from '../../src/main/servers/offers/offers.ts';
import { AppFailure } from '../../src/shared/errors.ts';

/** A result as the connection hands it on. */
function asSent(result: Record<string, unknown>): unknown {
  const message = { jsonrpc: '2.0', id: 1, result } as const;
  hideLists(message);
  return message.result;
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'nothing was thrown';
  } catch (thrown) {
    return thrown instanceof AppFailure ? thrown.error.code : String(thrown);
  }
}

describe('lists of resources', () => {
  it('keep the good ones, whatever stands among them', () => {
    const listed = [
      { uri: 'file:///a', name: 'a', title: 'A', mimeType: 'text/plain', size: 3 },
      { uri: 7, name: 'no address' },
      null,
      'words',
      { uri: 'constructor', size: 'big', mimeType: 1 },
      { uri: 'file:///a', name: 'the same again' },
    ];
    expect(checkResources('s', listed)).toEqual([
      { server: 's', uri: 'file:///a', name: 'a', title: 'A', mediaType: 'text/plain', size: 3 },
      { server: 's', uri: 'constructor', name: 'constructor' },
    ]);
  });

  it('do the same for templates', () => {
    const listed = [{ uriTemplate: 'x://{id}', name: 'x' }, { name: 'none' }];
    expect(checkTemplates('s', listed)).toEqual([
      { server: 's', uriTemplate: 'x://{id}', name: 'x' },
    ]);
  });
});

it('a list that has no end is cut, and what it is about is told', async () => {
  const warnings: string[] = [];
  let page = 0;
  const offers = new Offers('s', {
    request: (method) => {
      page += 1;
      const resources = [{ uri: `x://${page}` }];
      const result = method === 'resources/list' ? { resources, nextCursor: `${page}` } : {};
      return Promise.resolve(asSent(result) as Record<string, unknown>);
    },
    capabilities: () => ({ resources: {} }),
    watch: () => Promise.resolve(),
    warn: (text) => warnings.push(text),
  });
  expect((await offers.resources()).resources).toHaveLength(100);
  expect(warnings).toEqual([
    'resources/list has more than 100 pages: 100 were taken, the rest was left out',
  ]);
});

describe('the contents of a resource', () => {
  it('are texts and data; an address that is missing is the one asked for', () => {
    const result = asSent({
      contents: [
        { uri: 'a', mimeType: 'text/plain', text: 'hello' },
        { blob: 'aGk=' },
        { uri: 'b' },
        5,
      ],
    });
    expect(readContents('s', 'asked', result)).toEqual([
      { uri: 'a', mediaType: 'text/plain', text: 'hello' },
      { uri: 'asked', data: 'aGk=' },
    ]);
    expect(readContents('s', 'asked', {})).toEqual([]);
  });

  it.each([
    ['text', 'é'.repeat(messageLimits.text / 2), 'nothing was thrown'],
    ['text', `${'é'.repeat(messageLimits.text / 2)}.`, 'server/resource-too-big'],
    ['blob', 'A'.repeat((messageLimits.blob / 3) * 4), 'nothing was thrown'],
    ['blob', 'A'.repeat((messageLimits.blob / 3) * 4 + 4), 'server/resource-too-big'],
  ])('are limited: %s', (kind, value, code) => {
    const result = asSent({ contents: [{ uri: 'a', [kind]: value }] });
    expect(codeOf(() => readContents('s', 'a', result))).toBe(code);
    expect(readContents('s', 'a', result, lookLimits)).toHaveLength(1);
  });
});

describe('prompts', () => {
  it('are listed with their arguments, the malformed ones left out', () => {
    const listed = [
      {
        name: 'greet',
        arguments: [{ name: 'who', title: 'Whom', required: true }, { required: true }, 3],
      },
      { name: 'plain', arguments: 'none' },
      { title: 'nameless' },
    ];
    expect(checkPrompts('s', listed)).toEqual([
      { server: 's', name: 'greet', arguments: [{ name: 'who', title: 'Whom', required: true }] },
      { server: 's', name: 'plain', arguments: [] },
    ]);
  });

  it('become a text, with images, and the resources that they hold or link to once each, attached', () => {
    const user = (content: unknown) => ({ role: 'user', content });
    const result = asSent({
      messages: [
        user({ type: 'text', text: 'Look at these.' }),
        user({ type: 'resource', resource: { uri: 'a://1', text: 'x' } }),
        user({ type: 'resource_link', uri: 'a://1', name: 'one' }),
        user({ type: 'image', mimeType: 'image/png', data: 'aGk=' }),
        user({ type: 'audio', mimeType: 'audio/wav', data: '' }),
        user({ type: 'hologram' }),
        { role: 'system', content: { type: 'text', text: 'not MCP' } },
      ],
    });
    expect(promptText('s', result)).toEqual({
      text: 'Look at these.\n\n(audio/wav)',
      attachments: [{ kind: 'resource', server: 's', uri: 'a://1', name: 'one' }],
      images: [{ name: 's-1.png', bytes: Buffer.from('hi') }],
    });
  });

  it('say who speaks when the model does too', () => {
    const says = (role: string, text: string) => ({ role, content: { type: 'text', text } });
    const result = asSent({ messages: [says('user', 'Hi'), says('assistant', 'Hello')] });
    expect(promptText('s', result).text).toBe('[user]\nHi\n\n[assistant]\nHello');
  });
});
