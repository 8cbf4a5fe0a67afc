import { describe, expect, it } from 'vitest';
import { completeArguments } from '../../src/renderer/src/servers/trying/completeArguments.ts';
import { asksNoMore, formSchema } from '../../src/renderer/src/servers/trying/formSchema.ts';
import { parseArguments } from '../../src/renderer/src/servers/trying/parseArguments.ts';
import { readProblem } from '../../src/renderer/src/servers/trying/schemaProblem.ts';
import { schemaValidator } from '../../src/renderer/src/servers/trying/schemaValidator.ts';

/** What an object shows besides its properties, without asking for more. */
const anything = { description: '' };
const open = { additionalProperties: anything, [asksNoMore]: true };
const text = { type: 'string' };

describe('the schema of a form', () => {
  it.each([
    ['nothing', undefined, { type: 'object', ...open }],
    ['true', true, { type: 'object', ...open }],
    ['no type', { properties: { a: {} } }, { type: 'object', properties: { a: {} }, ...open }],
    [
      'a reference at its root',
      { $ref: '#/$defs/A', $defs: { A: { type: 'object', properties: { a: text } } } },
      { type: 'object', properties: { a: text }, ...open },
    ],
  ])('of %s', (_name, schema, expected) => {
    expect(formSchema(schema)).toMatchObject(expected);
  });

  const property = (one: unknown, more: object = {}): unknown => {
    const schema = { type: 'object', required: ['a'], properties: { a: one }, ...more };
    return (formSchema(schema, 'none').properties as Record<string, unknown>)['a'];
  };
  const list = (...values: readonly (readonly [unknown, string?])[]) =>
    values.map(([value, title]) =>
      title === undefined ? { const: value } : { const: value, title },
    );

  it.each<[string, unknown, unknown]>([
    [
      'may be null',
      { anyOf: [text, { type: 'null' }], default: null, title: 'A' },
      { ...text, title: 'A' },
    ],
    ['may be null, by its types', { type: ['string', 'null'], default: null }, text],
    [
      'has keywords that are none',
      { ...text, pattern: 5, minLength: 'two', maxLength: -1, format: null },
      text,
    ],
    [
      'has a limit as draft 4 wrote it',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 'ten' },
      { type: 'number', minimum: 1, exclusiveMinimum: true },
    ],
    [
      'is of two types',
      { type: ['string', 'number'] },
      {
        title: 'a',
        anyOf: [
          { ...text, title: 'string' },
          { type: 'number', title: 'number' },
        ],
      },
    ],
    [
      'is a list without a word on its items',
      { type: 'array' },
      { type: 'array', items: { description: '' } },
    ],
    [
      'is an object of anything',
      { type: 'object' },
      { type: 'object', additionalProperties: anything },
    ],
    [
      'is a tuple',
      { type: 'array', prefixItems: [text], items: text },
      { type: 'array', items: [text], additionalItems: text },
    ],
    [
      'is a tuple with no more',
      { type: 'array', prefixItems: [text], items: false },
      { type: 'array', items: [text] },
    ],
    [
      'is one of titled constants',
      { oneOf: list(['l', 'Low'], ['h', 'High']) },
      { type: 'string', oneOf: list(['l', 'Low'], ['h', 'High']) },
    ],
    [
      'is one of a list with names',
      { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
      { type: 'string', oneOf: list(['a', 'A'], ['b', 'B']) },
    ],
    [
      'goes by its own name, not by that of what it refers to',
      { $ref: '#/$defs/T' },
      { title: 'a', $ref: '#/$defs/T' },
    ],
    [
      'has a name that is a keyword',
      { type: 'object', properties: { properties: text }, additionalProperties: false },
      { type: 'object', properties: { properties: text }, additionalProperties: false },
    ],
    ['refers to nothing', { $ref: '#/$defs/none', description: 'x' }, { description: 'x' }],
    ['refers to another document', { $ref: 'https://example.com/x.json' }, { title: 'a' }],
    [
      'is no JSON Schema',
      { type: 'strin', enum: 'x', required: 'nope', properties: ['x'] },
      { title: 'a' },
    ],
    ['has a default of another type', { type: 'integer', default: 'many' }, { type: 'integer' }],
    ['has a default that is not in its list', { enum: ['a'], default: 'b' }, { enum: ['a'] }],
    ['has a default that fits', { type: 'integer', default: 3 }, { type: 'integer', default: 3 }],
  ])('of a value that %s', (_name, schema, expected) => {
    expect(property(schema, { $defs: { T: { title: 'Its own', ...text } } })).toEqual(expected);
  });

  it('shows what an object has besides its properties, but not what another option left behind', () => {
    const one = { type: 'object', properties: { a: text } };
    expect(property(one)).toMatchObject(open);
    expect(property({ oneOf: [one, { type: 'object', title: 'b' }] })).toMatchObject({
      oneOf: [
        { ...one, title: 'a' },
        { title: 'b', additionalProperties: anything },
      ],
    });
    const [option] = (property({ oneOf: [one, text] }) as { oneOf: object[] }).oneOf;
    expect(option).not.toHaveProperty('additionalProperties');
  });

  it('lets a union be none where it need not be given', () => {
    const kinds = {
      anyOf: [
        { type: 'object', title: 'O' },
        { ...text, title: 'T' },
      ],
    };
    expect(property(kinds, { required: [] })).toMatchObject({
      title: 'a',
      anyOf: [{ type: 'null', title: 'none' }, { title: 'O' }, { title: 'T' }],
    });
  });

  it('names each choice of a union by what tells it from the others', () => {
    const shape = formSchema({
      type: 'object',
      required: ['shape'],
      $defs: { Circle: { title: 'A circle', type: 'object' } },
      properties: {
        shape: {
          oneOf: [
            { $ref: '#/$defs/Circle' },
            { type: 'object', properties: { kind: { const: 'square' } } },
            { type: 'object', properties: { left: {}, top: {} } },
            { type: 'number' },
            { type: 'string', title: 'Its own' },
          ],
        },
      },
    });
    const { shape: union } = shape.properties as Record<string, { oneOf: { title: string }[] }>;
    expect(union?.oneOf.map(({ title }) => title)).toEqual([
      'A circle',
      'square',
      'left, top',
      'number',
      'Its own',
    ]);
  });
});

describe('the check of a form', () => {
  const validator = schemaValidator();
  const said = (message = ''): string => {
    const { keyword = '', value = '' } = readProblem(message) ?? {};
    return `${keyword} ${value}`.trim();
  };
  const check = (schema: object, data: Record<string, unknown>) =>
    validator
      .validateFormData(data, schema)
      .errors.map(({ property, message }) => [property, said(message)]);

  it.each([
    ['fits', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'x' }, []],
    ['misses a value', { type: 'object', required: ['a b'] }, {}, [['.a b', 'required']]],
    [
      'is too small, deep down',
      {
        type: 'object',
        properties: {
          list: {
            type: 'array',
            items: { type: 'object', properties: { n: { type: 'number', minimum: 3 } } },
          },
        },
      },
      { list: [{ n: 4 }, { n: 2 }] },
      [['.list.1.n', 'minimum 3']],
    ],
    [
      'fits none of a union: the closest option says why',
      {
        type: 'object',
        properties: {
          shape: {
            oneOf: [
              {
                type: 'object',
                required: ['kind', 'radius'],
                properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
              },
              {
                type: 'object',
                required: ['kind', 'width', 'height'],
                properties: { kind: { const: 'box' } },
              },
            ],
          },
        },
      },
      { shape: { kind: 'circle' } },
      [['.shape.radius', 'required']],
    ],
    [
      'has names of a pattern only',
      {
        type: 'object',
        patternProperties: { '^x-': { type: 'integer' } },
        additionalProperties: false,
      },
      { 'x-a': 1, b: 2 },
      [['.b', 'false']],
    ],
    [
      'misses what another value asks for',
      { type: 'object', dependentRequired: { card: ['address'] } },
      { card: '1' },
      [['.address', 'required']],
    ],
    [
      'misses what a condition asks for',
      {
        type: 'object',
        if: { properties: { mode: { const: 'simple' } } },
        else: { required: ['more'] },
      },
      { mode: 'full' },
      [['.more', 'required']],
    ],
    [
      'has a number that lost digits',
      { type: 'object' },
      { id: 2 ** 60, much: 1e18 },
      [['.id', 'inexact']],
    ],
    [
      'has a pattern that could run for ever, which is not run',
      { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { a: `${'a'.repeat(40)}!` },
      [],
    ],
    [
      'refers to what is not there, which the server may know',
      { type: 'object', properties: { a: { $ref: 'https://example.com/x' } } },
      { a: 1 },
      [],
    ],
  ])('%s', (_name, schema, data, expected) => {
    expect(check(schema, data)).toEqual(expected);
  });

  it('holds the schema as it was stated, of which the form has a simpler one', () => {
    const stated = { type: 'object', properties: { a: { prefixItems: [{ type: 'number' }] } } };
    const { errors } = schemaValidator(stated).validateFormData({ a: ['x'] }, { type: 'object' });
    expect(errors.map(({ property }) => property)).toEqual(['.a.0']);
  });

  it('finds the option that a value is of, with references into the root', () => {
    const root = { $defs: { N: { type: 'number' } }, type: 'object' } as const;
    expect(validator.isValid({ $ref: '#/$defs/N' }, 1 as never, root)).toBe(true);
    expect(validator.isValid({ $ref: '#/$defs/N' }, 'x' as never, root)).toBe(false);
  });
});

describe('what a form means', () => {
  const node = { type: 'object', required: ['next'], properties: { next: { $ref: '#/$defs/N' } } };
  const shape = {
    oneOf: [
      {
        type: 'object',
        required: ['o'],
        properties: { kind: { const: 'x' }, o: { type: 'object' } },
      },
      {
        type: 'object',
        required: ['l'],
        properties: { kind: { const: 'y' }, l: { type: 'array' } },
      },
    ],
  };
  it.each<[string, Record<string, unknown>, unknown[], Record<string, unknown>, unknown]>([
    ['a required text that is empty', { a: text }, ['a'], {}, {}],
    [
      'a required value that may be null',
      { a: { anyOf: [text, { type: 'null' }] } },
      ['a'],
      {},
      { a: null },
    ],
    ['a required value of any kind', { a: {} }, ['a'], {}, {}],
    ['a required list', { a: { type: 'array' } }, ['a'], {}, { a: [] }],
    ['a required object, and one in it', { a: { $ref: '#/$defs/O' } }, ['a'], {}, { a: { b: {} } }],
    ['a required object within itself', { a: { $ref: '#/$defs/N' } }, ['a'], {}, { a: {} }],
    ['an object that need not be given', { a: { $ref: '#/$defs/O' } }, [], {}, {}],
    ['none of several kinds', { a: shape }, [], { a: null }, {}],
    ['null where it may be', { a: { type: ['string', 'null'] } }, [], { a: null }, { a: null }],
    ['null of what may be anything', { a: {} }, [], { a: null }, { a: null }],
    [
      'a tuple that nobody filled in',
      { a: { type: 'array' } },
      [],
      { a: [undefined, undefined] },
      {},
    ],
    [
      'the option whose constant is given',
      { a: shape },
      [],
      { a: { kind: 'y' } },
      { a: { kind: 'y', l: [] } },
    ],
    [
      'what is in a list',
      { a: { type: 'array', items: { $ref: '#/$defs/O' } } },
      [],
      { a: [{}] },
      { a: [{ b: {} }] },
    ],
    ['what no property names', {}, [], { x: { y: 1 } }, { x: { y: 1 } }],
  ])('by %s', (_name, properties, required, input, expected) => {
    const O = { type: 'object', required: ['b'], properties: { b: { type: 'object' } } };
    const schema = { type: 'object', required, properties, $defs: { O, N: node } };
    expect(completeArguments(schema, input)).toEqual(expected);
  });
});

it.each([
  ['', { ok: true, input: {} }],
  ['{"a":[1]}', { ok: true, input: { a: [1] } }],
  ['[1]', { ok: false }],
  ['null', { ok: false }],
  ['{', { ok: false, at: { line: 1, column: 2 } }],
  ['{\n  "a": 1,\n  "b" 2\n}', { ok: false, at: { line: 3, column: 7 } }],
  ['{"a": 1e21}', { ok: true, input: { a: 1e21 } }],
  ['{"a": {"id": 12345678901234567890}}', { ok: false, inexact: 'a.id' }],
  ['{} // no comments', { ok: false, at: { line: 1, column: 4 } }],
])('reads arguments written as %j', (json, expected) => {
  expect(parseArguments(json)).toMatchObject(expected);
});
