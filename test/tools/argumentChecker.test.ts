import { describe, expect, it } from 'vitest';
import { ArgumentChecker } from '../../src/main/tools/schema/argumentChecker.ts';

const draft7 = 'http://json-schema.org/draft-07/schema#';
const checker = new ArgumentChecker();

describe('ArgumentChecker', () => {
  it.each([
    ['a missing property', { required: ['query'] }, {}, /must have required property 'query'/],
    [
      'a wrong type',
      { properties: { limit: { type: 'integer' } } },
      { limit: 'ten' },
      /^limit must be integer$/,
    ],
    [
      'an unknown property',
      { properties: {}, additionalProperties: false },
      { x: 1 },
      /additional properties: "x"/,
    ],
    [
      'a value outside the list',
      { properties: { env: { enum: ['a', 'b'] } } },
      { env: 'c' },
      /env must be equal to one of the allowed values: \["a","b"\]/,
    ],
    [
      'the second item of a draft-07 tuple',
      {
        $schema: draft7,
        properties: { pair: { items: [{ type: 'string' }, { type: 'number' }] } },
      },
      { pair: ['a', 'b'] },
      /^pair\.1 must be number$/,
    ],
    [
      'the second item of a 2020-12 tuple',
      { properties: { pair: { prefixItems: [{ type: 'string' }, { type: 'number' }] } } },
      { pair: ['a', 'b'] },
      /^pair\.1 must be number$/,
    ],
    ['a combination at the root', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, /'a'/],
    [
      'a text that does not match a simple pattern',
      { properties: { id: { pattern: '^[a-z]+$' } } },
      { id: '1' },
      /id must match pattern/,
    ],
  ])('tells the model about %s', (_what, schema, input, expected) => {
    expect(checker.check({ type: 'object', ...schema }, input)).toMatch(expected);
  });

  it.each([
    ['that fit', { type: 'object', required: ['a'] }, { a: 1 }],
    ['of a schema that is no schema', { type: 'object', required: 'a' }, {}],
    ['of a schema with a remote reference', { $ref: 'https://example.org/schema.json' }, {}],
    ['of an unknown dialect', { $schema: 'urn:own', required: ['a'] }, {}],
    ['of no schema at all', undefined, { a: 1 }],
  ])('lets arguments pass %s', (_what, schema, input) => {
    expect(checker.check(schema, input)).toBeUndefined();
  });

  it('takes two schemas of the same $id', () => {
    const one = { $id: 'urn:same', type: 'object', required: ['a'] };
    const other = { $id: 'urn:same', type: 'object', required: ['b'] };
    expect(checker.check(one, {})).toMatch("'a'");
    expect(checker.check(other, {})).toMatch("'b'");
  });

  it.each(['^(a+)+$', '(a|a)*b', '^(.*)\\1$', '^a*a*a*$'])(
    'does not run the pattern %s, which could hang the app',
    (pattern) => {
      const schema = { type: 'object', properties: { a: { pattern } } };
      expect(checker.check(schema, { a: `${'a'.repeat(60)}!` })).toBeUndefined();
    },
  );

  it('tells at most eight problems', () => {
    const names = Array.from({ length: 20 }, (_, at) => `p${at}`);
    const problems = checker.check({ type: 'object', required: names }, {}) ?? '';
    expect(problems.split('\n')).toHaveLength(9);
    expect(problems).toMatch(/and 12 more problems$/);
  });
});
