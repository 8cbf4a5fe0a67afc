import { describe, expect, it } from 'vitest';
import { buildToolPool } from '../../../src/main/tools/toolPool.ts';
import { fixture, noSignal, supervise } from '../../servers/supervision.ts';

/** One connected server and what a call of its tool answers. */
async function connected(file: string) {
  const supervision = supervise([fixture(file, { name: 'lists' })]);
  const { supervisor } = supervision;
  await supervisor.connect('lists', noSignal);
  const call = async (tool: string, input: Readonly<Record<string, unknown>> = {}) => {
    const { content } = await supervisor.call('lists', tool, input, { signal: noSignal });
    const [first] = content;
    return first?.type === 'text' ? first.text : JSON.stringify(content);
  };
  const names = () => supervisor.tools().map(({ name }) => name);
  return { ...supervision, call, names };
}

describe('a list of tools', () => {
  it.each([
    { pages: 100, size: 1, tools: 100 },
    { pages: 100, size: 50, tools: 5_000 },
    { pages: 1, size: 5_000, tools: 5_000 },
  ])('of $pages pages, $tools tools in all, is read to its end', async (list) => {
    const { names, call, supervisor, lines } = await connected(
      `longLists ${list.pages} ${list.size}`,
    );
    const all = Array.from({ length: list.tools }, (_, at) => `tool_${at}`);
    expect(names()).toEqual(all);
    expect(lines({ text: 'tools/list' })).toHaveLength(list.pages);
    expect(lines({ kinds: ['lifecycle'], minLevel: 'warn' })).toEqual([]);
    const last = `tool_${list.tools - 1}`;
    expect(await call(last)).toBe(last);
    expect(buildToolPool([], supervisor.tools()).toolsOf('lists')).toHaveLength(list.tools);
  });

  it.each([
    ['1 5001', 5_000, 'tools/list has more than 5000: 5000 were taken, the rest was left out'],
    [
      '100 2 more',
      200,
      'tools/list has more than 100 pages: 200 were taken, the rest was left out',
    ],
    ['3 2 same', 6, 'tools/list gave a cursor twice: 6 were taken, the rest was left out'],
  ])('that has no end (%s) is cut, and the log says so once', async (size, taken, text) => {
    const { names, call, lines } = await connected(`longLists ${size}`);
    expect(names()).toHaveLength(taken);
    expect(lines({ kinds: ['lifecycle'], minLevel: 'warn' })).toMatchObject([
      { server: 'lists', level: 'warn', text },
    ]);
    expect(await call('tool_0')).toBe('tool_0');
  });

  it('may have names that are properties of every object', async () => {
    const { names, call, supervisor } = await connected('oddNames');
    expect(names()).toEqual(['constructor', '__proto__', 'toString', 'hasOwnProperty']);
    const pool = buildToolPool([], supervisor.tools());
    for (const name of names()) {
      const found = pool.find(`mcp__lists__${name}`);
      expect(found).toMatchObject({ kind: 'server', tool: { server: 'lists', name } });
      expect(await call(name, { n: 1 })).toBe(`${name} {"n":1}`);
    }
  });
});

describe('a list of tools that changes 1,000 times in a second', () => {
  it.each([
    ['quickly', 'storm'],
    ['slowly', 'storm 400'],
  ])('is read %s only now and then, never twice at once, and ends up right', async (_, file) => {
    const { call, names, until, lines } = await connected(file);
    const tookMs = Number(await call('storm'));
    await until(() => (names().includes('version_1000') ? true : undefined));
    expect(names()).toEqual(['storm', 'count', 'version_1000']);
    const { asked, atOnce } = JSON.parse(await call('count')) as Record<string, number>;
    expect(atOnce).toBe(1);
    // Once at first, once for every 150 ms of it, and once or twice when it is over.
    expect(asked).toBeLessThanOrEqual(tookMs / 150 + 3);
    expect(lines({ text: 'tools/list request' }).length).toBeLessThanOrEqual(asked ?? 0);
  });

  it('is right too when it changed while it was read for the first time', async () => {
    const { names, until } = await connected('storm 400 early');
    expect(names()).toEqual(['storm', 'count', 'version_0']);
    await until(() => (names().includes('version_1') ? true : undefined));
  });
});
