import { describe, expect, it } from 'vitest';
import { searchTools, toolLine } from '../../src/main/tools/searchTools.ts';
import type { ToolDefinition } from '../../src/main/tools/toolPool.ts';

const tool = (name: string, description: string, properties = {}): ToolDefinition => ({
  name,
  description,
  input_schema: { type: 'object', properties },
});

const tools = [
  tool('mcp__github__create_issue', 'Opens a new issue in a repository.', {
    title: { type: 'string', description: 'Its headline' },
  }),
  tool('mcp__github__list_issues', 'Lists issues of a repository.'),
  tool('mcp__slack__send_message', 'Sends a message to a channel.', {
    channel: { type: 'string' },
  }),
  tool('mcp__weather__forecast', 'Tells the weather of the next days. 天気予報を調べます。'),
  tool('mcp__odd__constructor', 'Does __proto__ things.'),
];
const found = (query: string, limit = 5) =>
  searchTools(tools, query, limit).map(({ name }) => name);

describe('searchTools', () => {
  it.each([
    ['words of the name', 'create issue', 'mcp__github__create_issue'],
    ['words of the description', 'next days', 'mcp__weather__forecast'],
    ['what an argument is about', 'headline', 'mcp__github__create_issue'],
    ['upper case', 'SLACK', 'mcp__slack__send_message'],
    ['a language without spaces', '天気予報', 'mcp__weather__forecast'],
    ['names that objects have too', 'constructor', 'mcp__odd__constructor'],
    ['a whole name', 'mcp__github__list_issues', 'mcp__github__list_issues'],
  ])('finds by %s', (_by, query, name) => {
    expect(found(query)[0]).toBe(name);
  });

  it('puts the tool with more and rarer words first', () => {
    expect(found('list issues in a repository')[0]).toBe('mcp__github__list_issues');
  });

  it('finds nothing for words that no tool has', () => {
    expect(found('kubernetes')).toEqual([]);
    expect(found('!?')).toEqual([]);
  });

  it('answers at most so many', () => {
    expect(found('mcp', 2)).toHaveLength(2);
  });

  it('is the same whatever order the tools are in', () => {
    const turned = searchTools([...tools].reverse(), 'repository', 5);
    expect(turned.map(({ name }) => name)).toEqual(found('repository'));
  });
});

describe('toolLine', () => {
  it('is one line, with the arguments', () => {
    const line = toolLine(tool('a', 'first\nsecond', { path: { description: 'of the file' } }));
    expect(line).toBe('a first second path of the file');
  });
});
