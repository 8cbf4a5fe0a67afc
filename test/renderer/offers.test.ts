import { describe, expect, it } from 'vitest';
import {
  promptOffer,
  resourceOffer,
  searchOffers,
  templateOffer,
} from '../../src/renderer/src/offers/search.ts';
import { triggerAt, withoutTrigger } from '../../src/renderer/src/offers/trigger.ts';
import { expandTemplate, templateVariables } from '../../src/renderer/src/offers/uriTemplate.ts';

describe('a trigger in the composer', () => {
  it.each([
    ['@', { kind: 'resource', query: '', start: 0 }],
    ['read @docs:intro', { kind: 'resource', query: 'docs:intro', start: 5 }],
    ['line\n@x', { kind: 'resource', query: 'x', start: 5 }],
    ['/', { kind: 'prompt', query: '', start: 0 }],
    ['/wiki:sum', { kind: 'prompt', query: 'wiki:sum', start: 0 }],
  ])('opens on %j', (text, expected) => {
    expect(triggerAt(text, text.length)).toEqual({ ...expected, end: text.length });
  });

  it.each(['', 'ada@example.org', '@docs and', 'a /b', '/wiki more', ' /wiki'])(
    'does not open on %j',
    (text) => expect(triggerAt(text, text.length)).toBeUndefined(),
  );

  it('looks at what stands before the caret only', () => {
    expect(triggerAt('see @do later', 7)).toEqual({
      kind: 'resource',
      query: 'do',
      start: 4,
      end: 7,
    });
  });

  it.each([
    ['see @do later', 7, 'see later'],
    ['@do', 3, ''],
    ['see @do', 7, 'see '],
  ])('leaves the rest of %j behind', (text, caret, rest) => {
    const trigger = triggerAt(text, caret);
    expect(trigger && withoutTrigger(text, trigger)).toBe(rest);
  });
});

describe('a URI template', () => {
  // The examples of RFC 6570, sections 1.2 and 3.2, whose values are single texts.
  const values = new Map([
    ['var', 'value'],
    ['hello', 'Hello World!'],
    ['path', '/foo/bar'],
    ['x', '1024'],
    ['y', '768'],
    ['base', 'http://example.com/home/'],
    ['half', '50%'],
    ['who', 'fred'],
  ]);
  it.each([
    ['{var}', 'value'],
    ['{hello}', 'Hello%20World%21'],
    ['{half}', '50%25'],
    ['{x,hello,y}', '1024,Hello%20World%21,768'],
    ['{var:3}', 'val'],
    ['{+path}/here', '/foo/bar/here'],
    ['{+hello}', 'Hello%20World!'],
    ['{+half}', '50%25'],
    ['{base}index', 'http%3A%2F%2Fexample.com%2Fhome%2Findex'],
    ['{+base}index', 'http://example.com/home/index'],
    ['{#x,hello,y}', '#1024,Hello%20World!,768'],
    ['X{.var}', 'X.value'],
    ['{/var,x}/here', '/value/1024/here'],
    ['{/who,who}', '/fred/fred'],
    ['{;x,y}', ';x=1024;y=768'],
    ['{?x,y}', '?x=1024&y=768'],
    ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
    ['{?x,undef}', '?x=1024'],
    ['O{undef}X', 'OX'],
    ['{var*}', 'value'],
  ])('%s becomes %s', (template, uri) => expect(expandTemplate(template, values)).toBe(uri));

  it('says its variables once each', () => {
    expect(templateVariables('demo://{kind}/{id:3}{?q*,kind}')).toEqual(['kind', 'id', 'q']);
    expect(templateVariables('demo://plain')).toEqual([]);
  });
});

describe('the search', () => {
  const offers = [
    resourceOffer({ server: 'wiki', uri: 'wiki://start', name: 'All about Start' }),
    resourceOffer({ server: 'wiki', uri: 'wiki://2', name: 'start page', title: 'Start page' }),
    templateOffer({ server: 'docs', uriTemplate: 'docs://{id}', name: 'A page' }),
    promptOffer({ server: 'docs', name: 'constructor', arguments: [] }),
  ];
  const found = (query: string) => searchOffers(offers, query).map(({ title }) => title);
  it.each([
    ['', ['All about Start', 'Start page', 'A page', 'constructor']],
    ['start', ['Start page', 'All about Start']],
    ['PAGE', ['Start page', 'A page']],
    ['docs:', ['A page', 'constructor']],
    ['docs:con', ['constructor']],
    ['wiki://2', ['Start page']],
    ['nothing', []],
  ])('for %j finds %j', (query, titles) => expect(found(query)).toEqual(titles));
});
