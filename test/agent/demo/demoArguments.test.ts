import { expect, it } from 'vitest';
import { demoArguments } from '../../../src/main/agent/demo/demoArguments.ts';

const environment = { type: 'string', enum: ['staging', 'production'] };

it.each<[string, object, readonly string[], string, object]>([
  ['a query by the words of the message', { query: {} }, [], 'find it', { query: 'it' }],
  [
    'a choice that the message names',
    { environment },
    [],
    'to Production',
    { environment: 'production' },
  ],
  [
    'a required choice by an example',
    { environment },
    ['environment'],
    '',
    { environment: 'staging' },
  ],
  [
    'a default, even where there is a choice',
    { environment: { ...environment, default: 'production' } },
    [],
    '',
    { environment: 'production' },
  ],
  [
    'required values of every kind',
    {
      service: { type: 'string' },
      count: { type: 'integer', minimum: 3 },
      dry: { type: 'boolean' },
      tags: { type: 'array' },
      more: { type: 'object' },
      other: {},
    },
    ['service', 'count', 'dry', 'tags', 'more', 'other'],
    '',
    { service: 'web', count: 3, dry: false, tags: [], more: {}, other: 'example' },
  ],
  ['nothing that is optional', { service: { type: 'string' } }, [], '', {}],
])('fills %s', (_what, properties, required, text, expected) => {
  expect(demoArguments({ type: 'object', properties, required }, text, 'it')).toEqual(expected);
});
