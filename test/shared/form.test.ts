import { describe, expect, it } from 'vitest';
import { answerProblems, fieldProblem } from '../../src/shared/formAnswer.ts';
import { formFields } from '../../src/shared/formFields.ts';
import type { FormField } from '../../src/shared/formFields.ts';

const form = (properties: object, required: readonly string[] = []) =>
  formFields({ type: 'object', properties, required });

function field(property: object, required = false): FormField {
  const [first] = form({ x: property }, required ? ['x'] : []) ?? [];
  if (!first) throw new Error('the property was not understood');
  return first;
}

// The kinds are those of MCP 2025-11-25, PrimitiveSchemaDefinition.
describe('formFields', () => {
  it.each([
    ['a text', { type: 'string', minLength: 2 }, { kind: 'text', minLength: 2 }],
    ['a formatted text', { type: 'string', format: 'email' }, { kind: 'text', format: 'email' }],
    [
      'a text of an unknown format',
      { type: 'string', format: 'ipv4' },
      { kind: 'text', format: undefined },
    ],
    ['a number', { type: 'number', minimum: 1 }, { kind: 'number', integer: false, minimum: 1 }],
    ['an integer', { type: 'integer', default: 3 }, { kind: 'number', integer: true, default: 3 }],
    ['a boolean', { type: 'boolean', default: true }, { kind: 'boolean', default: true }],
    [
      'an enum',
      { type: 'string', enum: ['a', 'b'], default: 'b' },
      {
        kind: 'choice',
        default: 'b',
        options: [
          { value: 'a', label: 'a' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      'a titled enum',
      { type: 'string', oneOf: [{ const: 'a', title: 'Apple' }] },
      { kind: 'choice', options: [{ value: 'a', label: 'Apple' }] },
    ],
    [
      'an enum titled the older way, with a title missing',
      { type: 'string', enum: ['a', 'b'], enumNames: ['Apple'] },
      {
        kind: 'choice',
        options: [
          { value: 'a', label: 'Apple' },
          { value: 'b', label: 'b' },
        ],
      },
    ],
    [
      'a multiple choice',
      { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 },
      { kind: 'choices', options: [{ value: 'a', label: 'a' }], minItems: 1 },
    ],
    [
      'a titled multiple choice',
      { type: 'array', items: { anyOf: [{ const: 'a', title: 'Apple' }] }, default: ['a'] },
      { kind: 'choices', options: [{ value: 'a', label: 'Apple' }], default: ['a'] },
    ],
  ])('reads %s', (_name, property, expected) => {
    expect(field(property)).toMatchObject(expected);
  });

  it('takes the title for the label, else the name, and keeps the order', () => {
    const fields = form({ b: { type: 'string', title: 'Bee' }, a: { type: 'string' } }, ['a']);
    expect(fields).toMatchObject([
      { name: 'b', label: 'Bee', required: false },
      { name: 'a', label: 'a', required: true },
    ]);
  });

  it.each([
    ['an object in it', { type: 'object', properties: {} }],
    ['a list of anything', { type: 'array', items: {} }],
    ['a reference', { $ref: '#/$defs/x' }],
  ])('refuses a form with %s', (_name, property) => {
    expect(form({ x: property })).toBeUndefined();
  });

  it.each([undefined, 'x', {}, { properties: [] }])('refuses %j', (schema) => {
    expect(formFields(schema)).toBeUndefined();
  });
});

describe('fieldProblem', () => {
  const text = (more: object) => field({ type: 'string', ...more });
  const list = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } };
  it.each([
    ['an optional field left out', text({}), undefined, undefined],
    ['a required field left out', field({ type: 'string' }, true), undefined, 'required'],
    ['a text', text({}), 'x', undefined],
    ['a text that is too short', text({ minLength: 2 }), 'x', 'too-short'],
    ['a text of two characters in four code units', text({ maxLength: 2 }), '😀😀', undefined],
    ['a text that is too long', text({ maxLength: 2 }), 'abc', 'too-long'],
    ['an address', text({ format: 'email' }), 'ada@example.org', undefined],
    ['an address without a domain', text({ format: 'email' }), 'ada', 'format'],
    ['a URI', text({ format: 'uri' }), 'https://example.org/a?b#c', undefined],
    ['a URN', text({ format: 'uri' }), 'urn:isbn:0451450523', undefined],
    ['no URI', text({ format: 'uri' }), 'example', 'format'],
    ['a URI with a letter that it must escape', text({ format: 'uri' }), 'https://ä.org', 'format'],
    ['a date', text({ format: 'date' }), '2024-02-29', undefined],
    ['a day that does not exist', text({ format: 'date' }), '2023-02-29', 'format'],
    ['a moment', text({ format: 'date-time' }), '2026-12-01T10:00:00Z', undefined],
    ['a moment with offset', text({ format: 'date-time' }), '2026-12-01T10:00:00+09:00', undefined],
    ['a moment without zone', text({ format: 'date-time' }), '2026-12-01T10:00:00', 'format'],
    ['a number', field({ type: 'number' }), 1.5, undefined],
    ['no number', field({ type: 'number' }), Number.NaN, 'not-a-number'],
    ['a text for a number', field({ type: 'number' }), '1', 'not-a-number'],
    ['a fraction for an integer', field({ type: 'integer' }), 1.5, 'not-an-integer'],
    ['the minimum', field({ type: 'number', minimum: 1 }), 1, undefined],
    ['less than it', field({ type: 'number', minimum: 1 }), 0.9, 'too-small'],
    ['more than the maximum', field({ type: 'number', maximum: 9 }), 10, 'too-large'],
    ['a boolean', field({ type: 'boolean' }, true), false, undefined],
    ['an option', field({ type: 'string', enum: ['a'] }), 'a', undefined],
    ['no option', field({ type: 'string', enum: ['a'] }), 'b', 'not-an-option'],
    ['a name of Object', field({ type: 'string', enum: ['a'] }), 'constructor', 'not-an-option'],
    ['two of a list', field({ ...list, minItems: 2, maxItems: 2 }), ['a', 'c'], undefined],
    ['too few', field({ ...list, minItems: 2 }), ['a'], 'too-few'],
    ['too many', field({ ...list, maxItems: 1 }), ['a', 'b'], 'too-many'],
    ['one that is not in the list', field(list), ['a', 'z'], 'not-an-option'],
  ])('judges %s', (_name, of, value, expected) => {
    expect(fieldProblem(of, value)?.kind).toBe(expected);
  });
});

describe('answerProblems', () => {
  const fields = form({ a: { type: 'string' }, b: { type: 'integer' } }, ['a', 'b']) ?? [];

  it('finds none in an answer that fits', () => {
    expect(answerProblems(fields, { a: 'x', b: 1 })).toEqual([]);
  });

  it('names what is wrong, missing and unasked', () => {
    expect(answerProblems(fields, { b: 1.5, c: true }).map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });
});
