import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../../src/shared/errors.ts';
import { createConnectMcp } from '../../../src/main/tools/builtin/connectMcp.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';
import { connected, serverSummary, stopped } from '../../fakes/tools.ts';

const twoTools = [
  { name: 'mcp__docs__get_version', mark: '(readOnly)' },
  { name: 'mcp__docs__note', mark: '' },
];

function setUp(connect = async (): Promise<void> => {}) {
  const asked: string[] = [];
  const tool = createConnectMcp({
    list: () => [serverSummary('deploy', connected), serverSummary('docs', stopped)],
    connect: async (name) => {
      asked.push(name);
      await connect();
    },
  });
  const run = (name: string, tools = twoTools) =>
    tool.run({ name }, builtinContext({ toolsOf: () => tools }));
  return { run, asked };
}

describe('connect_mcp', () => {
  it('starts the server and tells its tools with their marks', async () => {
    const { run, asked } = setUp();
    expect(await run('docs')).toEqual({
      content: [
        {
          type: 'text',
          text: "Connected to 'docs'. Discovered: mcp__docs__get_version (readOnly), mcp__docs__note",
        },
      ],
      isError: false,
      summary: { code: 'tools-found', count: 2 },
      loaded: ['mcp__docs__get_version', 'mcp__docs__note'],
    });
    expect(asked).toEqual(['docs']);
  });

  it('names the first of very many tools only, and loads none of them', async () => {
    const many = Array.from({ length: 5_000 }, (_, n) => ({ name: `mcp__docs__${n}`, mark: '' }));
    const outcome = await setUp().run('docs', many);
    const [first] = outcome.content;
    const text = first?.type === 'text' ? first.text : '';
    expect(text).toMatch(/mcp__docs__49, and 4950 more, which tool_search finds$/);
    expect(outcome.summary).toEqual({ code: 'tools-found', count: 5_000 });
    expect(outcome.loaded).toBeUndefined();
  });

  it('says that a server is connected already, with its tools, and starts nothing', async () => {
    const { run, asked } = setUp();
    expect((await run('deploy', [])).content).toEqual([
      { type: 'text', text: "'deploy' is already connected. Tools: (no tools)" },
    ]);
    expect(asked).toEqual([]);
  });

  it('names the servers there are when the one asked for is unknown', async () => {
    expect(await setUp().run('wiki')).toMatchObject({
      content: [{ text: "Unknown server 'wiki'. Available: deploy, docs" }],
      isError: true,
    });
  });

  it('passes the reason on when the server does not start', async () => {
    const failure = new AppFailure({ code: 'server/exited', message: 'docs ended with code 1' });
    const { run } = setUp(() => Promise.reject(failure));
    await expect(run('docs')).rejects.toBe(failure);
  });
});
