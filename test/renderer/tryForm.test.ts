import { describe, expect, it } from 'vitest';
import { formSchema } from '../../src/renderer/src/servers/trying/formSchema.ts';
import { parseArguments } from '../../src/renderer/src/servers/trying/parseArguments.ts';
import { schemaValidator } from '../../src/renderer/src/servers/trying/schemaValidator.ts';

describe('the schema of a form', () => {
  it.each([
    ['nothing', undefined, { type: 'object' }],
    ['true', true, { type: 'object' }],
    ['no type', { properties: { a: {} } }, { type: 'object', properties: { a: {} } }],
    [
      'a value that may be null',
      {
        type: 'object',
        properties: {
          a: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'A' },
        },
      },
      { type: 'object', properties: { a: { type: 'string', title: 'A' } } },
    ],
    [
      'a property whose name is a keyword',
      { type: 'object', properties: { properties: { type: 'string' }, items: { type: 'number' } } },
      { type: 'object', properties: { properties: { type: 'string' }, items: { type: 'number' } } },
    ],
  ])('of %s', (_name, schema, expected) => {
    expect(formSchema(schema)).toEqual(expected);
  });

  it('names each choice of a union by what tells it from the others', () => {
    const shape = formSchema({
      type: 'object',
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
  const validator = schemaValidator(({ keyword, value }) => `${keyword} ${value ?? ''}`.trim());
  const check = (schema: object, data: Record<string, unknown>) =>
    validator
      .validateFormData(data, schema)
      .errors.map(({ property, message }) => [property, message]);

  it.each([
    ['fits', { type: 'object', properties: { a: { type: 'string' } } }, { a: 'x' }, []],
    ['misses a value', { type: 'object', required: ['a b'] }, {}, [['.a b', 'required ["a b"]']]],
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
      [['.shape.radius', 'required ["kind","radius"]']],
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

  it('finds the option that a value is of, with references into the root', () => {
    const root = { $defs: { N: { type: 'number' } }, type: 'object' } as const;
    expect(validator.isValid({ $ref: '#/$defs/N' }, 1 as never, root)).toBe(true);
    expect(validator.isValid({ $ref: '#/$defs/N' }, 'x' as never, root)).toBe(false);
  });
});

it.each([
  ['', { ok: true, input: {} }],
  ['{"a":[1]}', { ok: true, input: { a: [1] } }],
  ['[1]', { ok: false }],
  ['null', { ok: false }],
  ['{', { ok: false }],
])('reads arguments written as %j', (json, expected) => {
  expect(parseArguments(json)).toMatchObject(expected);
});
