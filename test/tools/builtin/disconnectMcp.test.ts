import { describe, expect, it } from 'vitest';
import { createDisconnectMcp } from '../../../src/main/tools/builtin/disconnectMcp.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';
import { connected, serverSummary, stopped } from '../../fakes/tools.ts';

function setUp() {
  const asked: string[] = [];
  const failed = { code: 'server/exited', message: 'It ended.' };
  const tool = createDisconnectMcp({
    list: () => [
      serverSummary('deploy', connected),
      serverSummary('docs', stopped),
      serverSummary('wiki', { kind: 'failed', since: 0, cause: failed }),
      serverSummary('slow', { kind: 'backoff', since: 0, retryAt: 9, attempt: 1, cause: failed }),
      { ...serverSummary('patchbay', connected), transport: 'sdk' },
    ],
    stop: async (name, by) => void asked.push(`${name} by ${by}`),
  });
  const run = async (name: string) => {
    const { content, isError } = await tool.run({ name }, builtinContext());
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : undefined, isError };
  };
  return { tool, run, asked };
}

describe('disconnect_mcp', () => {
  it('stops a server that runs', async () => {
    const { run, asked } = setUp();
    expect(await run('deploy')).toEqual({
      text: "Disconnected from 'deploy'. Its tools are no longer available.",
      isError: false,
    });
    expect(asked).toEqual(['deploy by connect_mcp']);
  });

  it('stops one that waits for its next try', async () => {
    const { run, asked } = setUp();
    await run('slow');
    expect(asked).toEqual(['slow by connect_mcp']);
  });

  it.each(['docs', 'wiki'])('says that %s is not running, and stops nothing', async (name) => {
    const { run, asked } = setUp();
    expect(await run(name)).toEqual({ text: `'${name}' is not running.`, isError: false });
    expect(asked).toEqual([]);
  });

  it('never stops the server within Patchbay', async () => {
    const { run, asked } = setUp();
    expect(await run('patchbay')).toEqual({
      text: "'patchbay' is a part of Patchbay and can't be stopped.",
      isError: true,
    });
    expect(asked).toEqual([]);
  });

  it('names the servers there are when the one asked for is unknown', async () => {
    expect(await setUp().run('x')).toEqual({
      text: "Unknown server 'x'. Available: deploy, docs, wiki, slow, patchbay",
      isError: true,
    });
  });

  it('asks first, about the server by its name', () => {
    const { tool } = setUp();
    expect(tool.permission).toBe('ask');
    expect(tool.subject?.({ name: 'docs' }, builtinContext())).toEqual({
      kind: 'name',
      value: 'docs',
    });
  });
});
