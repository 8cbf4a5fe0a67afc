import { Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPatchbayServer } from '../../src/main/servers/doctor/patchbayServer.ts';
import { InProcessTransport } from '../../src/main/servers/transports/inProcess.ts';
import type { LogFilter } from '../../src/shared/log.ts';
import { fixture, supervise } from './supervision.ts';

/** The shipped server over a real supervisor and log, and a client that is connected to it. */
async function patchbay(...parts: Parameters<typeof supervise>) {
  const running = supervise(...parts);
  const { supervisor, log } = running;
  const servers = new Map([
    ['patchbay', () => createPatchbayServer({ version: '9', supervisor, log, now: Date.now })],
  ]);
  const transport = new InProcessTransport('patchbay', servers);
  const client = new Client(
    { name: 'test', version: '0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(transport);
  onTestFinished(() => client.close());
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input });
    const [first] = content;
    return { text: first?.type === 'text' ? first.text : '', isError: isError === true };
  };
  return { ...running, client, ask };
}

describe('the server about servers', () => {
  it('speaks the newest revision in this process and offers read-only tools alone', async () => {
    const { client } = await patchbay([]);
    expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['list_servers', 'server_status', 'server_log']);
    for (const { annotations } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    }
  });

  it('also serves a client that opens in the older era', async () => {
    const { supervisor, log } = supervise([]);
    const create = () => createPatchbayServer({ version: '9', supervisor, log, now: Date.now });
    const client = new Client({ name: 'old', version: '0' });
    await client.connect(new InProcessTransport('patchbay', new Map([['patchbay', create]])));
    expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
    await client.close();
  });

  it('says why a server is down, with what its process printed', async () => {
    const { ask, untilState } = await patchbay([fixture('exitsAtOnce', { autoStart: true })]);
    await untilState('exitsAtOnce', 'backoff');
    const { text } = await ask('server_status', { server: 'exitsAtOnce' });
    expect(text).toMatch(/^exitsAtOnce: waiting to retry, try \d/);
    expect(text).toContain('Last exit: exit code');
    expect(text).toMatch(/Last lines of stderr:\n {2}\S/);
  });

  it('says which entry is in force, and why the others are not', async () => {
    const winner = { layer: 'user', file: '/data/settings.json' } as const;
    const from = { layer: 'project', file: '/w/.mcp.json' } as const;
    const origin = { winner, losers: [{ from, why: 'refused' } as const], sameContentAs: ['b'] };
    const { ask } = await patchbay([fixture('toolbox', { origin })]);
    const { text } = await ask('server_status', { server: 'toolbox' });
    expect(text).toContain('Configured by: user (/data/settings.json)');
    expect(text).toContain('Not in force: project (/w/.mcp.json), the user refused it');
    expect(text).toContain('Same content as: b');
  });

  it('names the servers there are when it is asked for another', async () => {
    const { ask } = await patchbay([fixture('toolbox')]);
    expect(await ask('server_status', { server: 'constructor' })).toEqual({
      text: 'There is no server named constructor. There are: toolbox',
      isError: true,
    });
    expect((await ask('list_servers')).text).toBe(
      'toolbox: not started yet (stdio, 0 tools, 0 calls, 0 restarts)',
    );
  });

  it('shows the last lines of the log, by server, level and words', async () => {
    const { ask, log } = await patchbay([fixture('toolbox'), fixture('modern')]);
    const line = { at: 0, kind: 'stderr', bytes: 1 } as const;
    log.append({ ...line, server: 'toolbox', level: 'info', text: 'one' });
    log.append({ ...line, server: 'toolbox', level: 'error', text: 'two' });
    log.append({ ...line, server: 'modern', level: 'error', text: 'three' });
    const time = '1970-01-01T00:00:00.000Z';
    expect((await ask('server_log', { level: 'error', server: 'toolbox' })).text).toBe(
      `${time} toolbox error stderr two`,
    );
    expect((await ask('server_log', { text: 'three' })).text).toBe(
      `${time} modern error stderr three`,
    );
    expect((await ask('server_log', { lines: 1 })).text).toMatch(/^\d older lines match as well\./);
    expect((await ask('server_log', { text: 'nowhere' })).text).toBe('No line matches.');
  });

  it('asks of the log only what a narrow port gives', async () => {
    const asked: LogFilter[] = [];
    const page = async (filter: LogFilter) => {
      asked.push(filter);
      return [];
    };
    const log = { query: () => ({ entries: [] }), page, tally: async () => ({}) };
    const supervisor = { list: () => [], detail: () => ({ history: [] }) };
    const create = () => createPatchbayServer({ version: '9', supervisor, log, now: Date.now });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new InProcessTransport('patchbay', new Map([['patchbay', create]])));
    await client.callTool({ name: 'server_log', arguments: { server: 'docs', level: 'warn' } });
    await client.close();
    expect(asked).toEqual([{ servers: ['docs'], minLevel: 'warn' }]);
  });
});

describe('the transport between objects of this process', () => {
  it('refuses a name that nobody registered', async () => {
    await expect(new InProcessTransport('constructor', new Map()).start()).rejects.toMatchObject({
      error: { code: 'server/not-in-process', params: { name: 'constructor' } },
    });
  });

  it('tells once that it closed, whichever side closes', async () => {
    const { client } = await patchbay([]);
    let closed = 0;
    client.onclose = () => {
      closed += 1;
    };
    await client.transport?.close();
    await client.transport?.close();
    expect(closed).toBe(1);
  });
});
