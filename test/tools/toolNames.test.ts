import { describe, expect, it } from 'vitest';
import { nameTools } from '../../src/main/tools/toolNames.ts';
import type { ToolId } from '../../src/main/tools/toolNames.ts';

const tool = (server: string, name: string): ToolId => ({ server, name });
const nameOf = (one: ToolId, ...others: ToolId[]) => nameTools([one, ...others]).nameOf(one);

describe('nameTools', () => {
  it.each([
    ['docs', 'search', 'mcp__docs__search'],
    ['my.server', 'get/page', 'mcp__my_server__get_page'],
    ['wiki 日本', 'a-b', 'mcp__wiki_____a-b'],
    ['constructor', '__proto__', 'mcp__constructor____proto__'],
  ])('names %s / %s in the alphabet of the API', (server, name, expected) => {
    expect(nameOf(tool(server, name))).toBe(expected);
  });

  it('keeps 64 characters and cuts what is longer to 64 with a hash', () => {
    expect(nameOf(tool('docs', 'x'.repeat(53)))).toBe(`mcp__docs__${'x'.repeat(53)}`);
    expect(nameOf(tool('docs', 'x'.repeat(54)))).toMatch(/^mcp__docs__x{44}_[0-9a-f]{8}$/);
  });

  it('tells long names apart that begin alike', () => {
    const one = tool('docs', `${'x'.repeat(80)}1`);
    const other = tool('docs', `${'x'.repeat(80)}2`);
    expect(nameOf(one, other)).not.toBe(nameOf(other, one));
  });

  it('gives the plain name to the first in code-unit order and a hash to the others', () => {
    const dotted = tool('a.b', 'c');
    const plain = tool('a_b', 'c');
    expect(nameOf(dotted, plain)).toBe('mcp__a_b__c');
    expect(nameOf(plain, dotted)).toMatch(/^mcp__a_b__c_[0-9a-f]{8}$/);
  });

  it('gives the same names whatever the order of the list', () => {
    const tools = [tool('b', 'x.y'), tool('b', 'x_y'), tool('a', 'b__c'), tool('a__b', 'c')];
    const names = (list: ToolId[]) => tools.map((one) => nameTools(list).nameOf(one));
    expect(names([...tools].reverse())).toEqual(names(tools));
    expect(new Set(names(tools)).size).toBe(tools.length);
  });

  it('leads back from a name to the tool, and from an unknown name to nothing', () => {
    const one = tool('a__b', 'c.d');
    const names = nameTools([one, tool('a', 'b__c_d')]);
    expect(names.toolOf(names.nameOf(one) ?? '')).toEqual(one);
    expect(names.toolOf('mcp__a__nothing')).toBeUndefined();
    expect(names.toolOf('constructor')).toBeUndefined();
  });

  it('names a tool once that a server lists twice', () => {
    const names = nameTools([tool('a', 'x'), tool('a', 'x')]);
    expect(names.nameOf(tool('a', 'x'))).toBe('mcp__a__x');
  });
});
