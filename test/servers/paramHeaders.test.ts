import { describe, expect, it } from 'vitest';
import {
  headersFor,
  paramHeaders,
  refuseBadHeaders,
} from '../../src/main/servers/tools/paramHeaders.ts';

const object = (properties: object, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const region = { type: 'string', 'x-mcp-header': 'Region' };

describe('paramHeaders', () => {
  it('finds declarations at any depth of properties', () => {
    const schema = object({
      region,
      deep: object({ n: { type: 'integer', 'x-mcp-header': 'N' } }),
      plain: { type: 'string' },
    });
    expect(paramHeaders(schema)).toEqual({
      headers: [
        { path: ['region'], name: 'Region' },
        { path: ['deep', 'n'], name: 'N' },
      ],
    });
  });

  it.each([
    ['an empty name', object({ a: { type: 'string', 'x-mcp-header': '' } })],
    ['a name that is no token', object({ a: { type: 'string', 'x-mcp-header': 'a b' } })],
    ['a line end', object({ a: { type: 'string', 'x-mcp-header': 'a\r\nB: c' } })],
    ['no string', object({ a: { type: 'string', 'x-mcp-header': 5 } })],
    ['a number', object({ a: { type: 'number', 'x-mcp-header': 'A' } })],
    ['an object', object({ a: { type: 'object', 'x-mcp-header': 'A' } })],
    ['the root', { ...object({}), 'x-mcp-header': 'A' }],
    [
      'two that differ in case only',
      object({ a: region, b: { ...region, 'x-mcp-header': 'REGION' } }),
    ],
    ['items', object({ a: { type: 'array', items: region } })],
    ['a branch', object({}, { oneOf: [object({ region })] })],
    ['definitions', object({}, { $defs: { region } })],
  ])('refuses %s', (_name, schema) => {
    expect(paramHeaders(schema)).toHaveProperty('problem');
  });

  it.each([undefined, null, true, 'text', []])('takes %j for a schema without any', (schema) => {
    expect(paramHeaders(schema)).toEqual({ headers: [] });
  });
});

describe('headersFor', () => {
  it.each([
    ['eu-west', { 'Mcp-Param-Region': 'eu-west' }],
    [true, { 'Mcp-Param-Region': 'true' }],
    [42, { 'Mcp-Param-Region': '42' }],
    [' padded ', { 'Mcp-Param-Region': '=?base64?IHBhZGRlZCA=?=' }],
    ['北京', { 'Mcp-Param-Region': '=?base64?5YyX5Lqs?=' }],
    ['a\r\nEvil: b', { 'Mcp-Param-Region': '=?base64?YQ0KRXZpbDogYg==?=' }],
    ['=?base64?x?=', { 'Mcp-Param-Region': '=?base64?PT9iYXNlNjQ/eD89?=' }],
    [null, {}],
    [undefined, {}],
    [{ a: 1 }, {}],
    [2 ** 60, {}],
  ])('sends %j as %j', (value, headers) => {
    expect(headersFor(object({ region }), { region: value })).toEqual(headers);
  });
});

it('refuseBadHeaders sets aside only the tools whose declarations are wrong', () => {
  const tool = (name: string, inputSchema: unknown) => ({
    server: 's',
    name,
    title: name,
    description: '',
    inputSchema,
    annotations: {},
  });
  const bad = tool('bad', object({ a: { type: 'number', 'x-mcp-header': 'A' } }));
  const good = tool('good', object({ region }));
  const { tools, refused } = refuseBadHeaders({ tools: [bad, good], refused: [] });
  expect(tools).toEqual([good]);
  expect(refused).toEqual([
    { server: 's', name: 'bad', reason: { code: 'header-place', params: { where: 'a' } } },
  ]);
});
