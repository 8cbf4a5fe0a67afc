import { describe, expect, it } from 'vitest';
import { gateSchema } from '../../src/main/tools/schema/inputSchema.ts';
import { refusalOf } from '../fakes/messagesApiChecks.ts';

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const string = { type: 'string' };

/** Whether the API would take a request with this schema in it. */
function apiRefusal(input_schema: unknown): string | undefined {
  const body = {
    model: 'claude',
    max_tokens: 1,
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ name: 'tool', input_schema }],
  };
  return refusalOf(body, JSON.stringify(body));
}

function schemaOf(input: unknown): Record<string, unknown> {
  const result = gateSchema(input);
  if (result.kind === 'refused') throw new Error(result.reason.code);
  return result.schema;
}

const dead = (reference: string) => ({ code: 'dead-reference', params: { reference } });

describe('gateSchema', () => {
  it.each([
    ['an empty object', { type: 'object' }],
    ['properties', object({ query: string }, { required: ['query'], additionalProperties: false })],
    ['combinators below the root', object({ a: { anyOf: [string, { type: 'null' }] } })],
    ['local references', object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: string } })],
    [
      'recursive references',
      object(
        { tree: { $ref: '#/$defs/node' } },
        { $defs: { node: object({ child: { $ref: '#/$defs/node' } }) } },
      ),
    ],
    ['unknown keywords', object({ a: { type: 'string', 'x-order': 1 } })],
  ])('leaves %s as it is', (_what, input) => {
    expect(gateSchema(input)).toEqual({ kind: 'as-is', schema: input });
    expect(apiRefusal(input)).toBeUndefined();
  });

  it('does not count the name of the dialect as a repair', () => {
    const $schema = 'http://json-schema.org/draft-07/schema#';
    expect(gateSchema({ $schema, type: 'object' })).toEqual({
      kind: 'as-is',
      schema: { type: 'object' },
    });
  });

  it.each([
    ['nothing', undefined, { code: 'schema-unstated' }],
    ['true', true, { code: 'schema-unstated' }],
    ['no type', { properties: { a: string } }, { code: 'root-type' }],
    ['a nullable object', { type: ['object', 'null'] }, { code: 'root-type' }],
    [
      'oneOf at the root',
      { type: 'object', oneOf: [object({ a: string })] },
      { code: 'merged', params: { keywords: 'oneOf' } },
    ],
    [
      'a wrong type',
      object({ a: { type: 'text' } }),
      { code: 'bad-keyword', params: { keyword: 'type' } },
    ],
    [
      'a remote reference',
      object({ a: { $ref: 'https://e.org/s.json' } }),
      dead('https://e.org/s.json'),
    ],
    ['a dangling reference', object({ a: { $ref: '#/$defs/gone' } }), dead('#/$defs/gone')],
    [
      'a reference to itself',
      object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/a' } } }),
      dead('#/$defs/a'),
    ],
    [
      'a broken pattern',
      object({ a: { type: 'string', pattern: '(' } }),
      { code: 'bad-keyword', params: { keyword: 'pattern' } },
    ],
    [
      'a required that is no list',
      object({ a: { ...string, required: true } }),
      { code: 'bad-keyword', params: { keyword: 'required' } },
    ],
    ['a property that is no schema', object({ a: null }), { code: 'no-part' }],
    [
      'a key the API does not take',
      object({ 'ünï cöde': string }),
      { code: 'illegal-names', params: { names: '"ünï cöde"' } },
    ],
  ])('repairs %s', (_what, input, note) => {
    const result = gateSchema(input);
    expect(result.kind).toBe('repaired');
    expect(result.kind === 'repaired' && result.notes).toEqual([note]);
    expect(apiRefusal(result.kind === 'refused' ? {} : result.schema)).toBeUndefined();
  });

  it.each([
    ['a string type', { type: 'string' }, 'schema-not-object'],
    ['an array type', { type: 'array', items: string }, 'schema-not-object'],
    ['a list', [], 'schema-not-object'],
    ['false', false, 'schema-not-object'],
    ['text', 'object', 'schema-not-object'],
    ['a root that refers to itself', { $ref: '#' }, 'schema-leads-nowhere'],
  ])('refuses %s', (_what, input, code) => {
    expect(gateSchema(input)).toEqual({ kind: 'refused', reason: { code } });
  });

  it('merges variants: what all require stays required, the sets are told', () => {
    const schema = schemaOf({
      type: 'object',
      properties: { name: string },
      required: ['name'],
      oneOf: [
        object({ id: string, mode: { const: 'a' } }, { required: ['mode', 'id'] }),
        object({ url: string, mode: { const: 'b' } }, { required: ['mode'] }),
      ],
    });
    expect(schema).toMatchObject({
      properties: {
        name: string,
        id: string,
        url: string,
        mode: { anyOf: [{ const: 'a' }, { const: 'b' }] },
      },
      required: ['name', 'mode'],
    });
    expect(schema['description']).toMatch(
      /exactly one of these sets:\n- id, mode\n- url \(optional\), mode/,
    );
  });

  it('merges allOf with references, requiring what any part requires', () => {
    const schema = schemaOf({
      allOf: [{ $ref: '#/$defs/base' }, object({ b: string }, { required: ['b'] })],
      $defs: { base: object({ a: string }, { required: ['a'] }) },
    });
    expect(schema).toMatchObject({
      type: 'object',
      properties: { a: string, b: string },
      required: ['a', 'b'],
    });
    expect(schema).not.toHaveProperty('allOf');
  });

  it('merges variants inside variants', () => {
    const schema = schemaOf({ anyOf: [{ oneOf: [object({ a: string }), object({ b: string })] }] });
    expect(Object.keys(schema['properties'] as object)).toEqual(['a', 'b']);
    expect(apiRefusal(schema)).toBeUndefined();
  });

  it('puts what the root refers to in its place', () => {
    const schema = schemaOf({ $ref: '#/$defs/args', $defs: { args: object({ a: string }) } });
    expect(schema).toMatchObject({ type: 'object', properties: { a: string } });
    expect(schema).not.toHaveProperty('$ref');
  });

  it('tells a property in words whose name the API does not take', () => {
    const schema = schemaOf(
      object({ 'a b': string, c: string }, { required: ['a b', 'c'], additionalProperties: false }),
    );
    expect(schema).toMatchObject({
      properties: { c: string },
      required: ['c'],
      additionalProperties: true,
    });
    expect(schema['description']).toContain('"a b": {"type":"string"}');
  });

  it('writes tuples and boolean limits of older drafts in the 2020-12 form', () => {
    const schema = schemaOf(
      object({
        pair: { type: 'array', items: [string, string], additionalItems: false },
        size: { type: 'number', minimum: 0, exclusiveMinimum: true },
      }),
    );
    expect(schema['properties']).toEqual({
      pair: { type: 'array', prefixItems: [string, string], items: false },
      size: { type: 'number', exclusiveMinimum: 0 },
    });
  });

  it('ends on schemas that hold themselves, that are deep, and that explode', () => {
    const cyclic: Record<string, unknown> = { type: 'object' };
    cyclic['properties'] = { self: cyclic };
    let deep: object = string;
    for (let depth = 0; depth < 500; depth++) deep = object({ a: deep });
    const bomb = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `d${at}`,
        { anyOf: Array.from({ length: 10 }, () => ({ $ref: `#/$defs/d${at + 1}` })) },
      ]),
    );
    for (const input of [
      cyclic,
      deep,
      { anyOf: [{ $ref: '#/$defs/d0' }, { $ref: '#' }], $defs: bomb },
    ]) {
      expect(apiRefusal(schemaOf(input))).toBeUndefined();
    }
  });

  it('tells only the kinds of properties when a schema is too long, or refuses it', () => {
    const long = { type: 'string', enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`) };
    expect(schemaOf(object({ a: long }))['properties']).toEqual({ a: string });
    const many = Object.fromEntries(
      Array.from({ length: 9_000 }, (_, at) => [`name${at}`, string]),
    );
    expect(gateSchema(object(many))).toEqual({
      kind: 'refused',
      reason: { code: 'schema-too-large' },
    });
  });

  it('mends halves of surrogate pairs', () => {
    const input = object({ a: { type: 'string', description: 'x\ud83d', default: '\ude00' } });
    expect(apiRefusal(schemaOf(input))).toBeUndefined();
  });

  it('takes the names that objects have from birth as ordinary ones', () => {
    const input = JSON.parse(
      '{"type":"object","properties":{"constructor":{"type":"string"},"toString":{"type":"number"}}}',
    ) as unknown;
    expect(gateSchema(input)).toEqual({ kind: 'as-is', schema: input });
  });
});
