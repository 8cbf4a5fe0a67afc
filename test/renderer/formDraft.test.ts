import { describe, expect, it } from 'vitest';
import { firstDraft, readDraft } from '../../src/renderer/src/questions/formDraft.ts';
import type { FormDraft } from '../../src/renderer/src/store/questions.ts';
import { formFields } from '../../src/shared/formFields.ts';

type Entry = string | boolean | readonly string[];

function read(property: object, entered?: Entry, required = false) {
  const schema = { type: 'object', properties: { x: property }, required: required ? ['x'] : [] };
  const fields = formFields(schema) ?? [];
  const draft: FormDraft = entered === undefined ? firstDraft(fields) : new Map([['x', entered]]);
  const { content, problems } = readDraft(fields, draft);
  return problems.get('x')?.kind ?? content;
}

describe('a form as it is first shown', () => {
  it.each([
    ['leaves a text out', { type: 'string' }, {}],
    ['sends the default of a text', { type: 'string', default: 'a' }, { x: 'a' }],
    ['sends the default of a number', { type: 'number', default: 3.14 }, { x: 3.14 }],
    ['sends a box that is not ticked', { type: 'boolean' }, { x: false }],
    ['leaves a choice out', { type: 'string', enum: ['a'] }, {}],
    ['sends the default of a choice', { type: 'string', enum: ['a'], default: 'a' }, { x: 'a' }],
    [
      'sends the default of a multiple choice',
      { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a'] },
      { x: ['a'] },
    ],
    [
      'sends the default moment',
      { type: 'string', format: 'date-time', default: '2026-12-01T10:00:00+09:00' },
      { x: '2026-12-01T01:00:00.000Z' },
    ],
  ])('%s', (_name, property, expected) => {
    expect(read(property)).toEqual(expected);
  });
});

describe('what is entered', () => {
  const list = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
  it.each([
    ['is taken as it is', { type: 'string' }, ' a ', { x: ' a ' }],
    ['may clear a default', { type: 'string', default: 'a' }, '', { x: '' }],
    [
      'is trimmed where there is a format',
      { type: 'string', format: 'date' },
      ' 2026-12-01 ',
      { x: '2026-12-01' },
    ],
    ['becomes a number', { type: 'integer' }, ' 42 ', { x: 42 }],
    ['may be no number', { type: 'integer' }, 'many', 'not-a-number'],
    ['may be out of limits', { type: 'integer', maximum: 9 }, '10', 'too-large'],
    ['is left out when it was cleared', { type: 'integer', default: 3 }, '', {}],
    ['is a tick', { type: 'boolean' }, true, { x: true }],
    ['is left out when nothing is chosen', list, [], {}],
    ['is what is chosen', list, ['b'], { x: ['b'] }],
  ])('%s', (_name, property, entered, expected) => {
    expect(read(property, entered)).toEqual(expected);
  });

  it('is a local time, sent as a moment', () => {
    const local = new Date(2026, 11, 1, 14, 5);
    expect(read({ type: 'string', format: 'date-time' }, '2026-12-01T14:05')).toEqual({
      x: local.toISOString(),
    });
  });

  it.each([
    ['a text', { type: 'string' }, ''],
    ['a choice', { type: 'string', enum: ['a'] }, ''],
    ['a number', { type: 'number' }, ' '],
  ])('is missing in %s that is required', (_name, property, entered) => {
    expect(read(property, entered, true)).toBe('required');
  });
});
