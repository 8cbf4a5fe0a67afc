import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPatchbayServer } from '../../../src/main/servers/doctor/patchbayServer.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { fixture, noSignal, supervise } from '../../servers/supervision.ts';

const stepsOf = (running: ReturnType<typeof supervise>, name: string) =>
  running.supervisor.doctor(name).steps.map(({ id, state }) => `${id} ${state}`);

describe('the doctor of servers that really run', () => {
  it('has seen every step of one that is connected', async () => {
    const running = supervise([fixture('toolbox')]);
    await running.supervisor.connect('toolbox', noSignal);
    const report = running.supervisor.doctor('toolbox');
    expect(report.steps.map(({ state }) => state)).toEqual(Array(6).fill('passed'));
    expect(report.steps[2]?.detail).toBe(process.execPath);
    expect(report.steps[3]?.detail).toMatch(/^pid \d+$/);
    expect(report.steps[4]?.detail).toBe('2025-11-25');
    expect(report.text).toContain('Capabilities: tools');
  });

  it('says which command is not there', async () => {
    const config = ServerConfig.parse({ command: 'no-such-command-of-ours' });
    const running = supervise([{ ...fixture('toolbox'), name: 'lost', config, autoStart: true }]);
    await running.untilState('lost', 'failed');
    expect(stepsOf(running, 'lost')).toEqual([
      'configuration passed',
      'environment passed',
      'command failed',
      'process not-reached',
      'handshake not-reached',
      'tools not-reached',
    ]);
    expect(running.supervisor.doctor('lost').text).toContain('Resolved to: nothing');
  });

  it.each([
    ["console.error('Error: listen EADDRINUSE: address already in use :::3000')", 'port-in-use'],
    ["console.error('sh: 1: tsx: not found')", 'command-not-found'],
    ["console.log('usage: server --port N')", 'not-mcp-program'],
    ["console.error('INDEX_TOKEN is not set')", 'gone-saying'],
  ])('finds out from %s that it is %s', async (script, code) => {
    const config = ServerConfig.parse({
      command: process.execPath,
      args: ['-e', `${script};process.exitCode = 1`],
      env: { INDEX_KEY: 'a-secret-of-theirs' },
    });
    const running = supervise([{ ...fixture('toolbox'), name: 'wrong', config, autoStart: true }]);
    await running.until(() => {
      const kind = running.state('wrong')?.kind;
      return kind === 'backoff' || kind === 'failed' ? true : undefined;
    });
    const { finding, text, stderr } = running.supervisor.doctor('wrong');
    // It was started twice, and only the second time counts.
    expect(stderr.length).toBeLessThan(2);
    expect(finding?.code).toBe(`server/${code}`);
    expect(text).not.toContain('a-secret-of-theirs');
    expect(text).toContain('INDEX_KEY');
  });

  it.each([
    [401, 'needs-auth'],
    [403, 'forbidden'],
    [404, 'no-endpoint'],
  ])('lays an answer of %i at the handshake', async (status, code) => {
    const http = createServer((_request, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void http.close());
    const { port } = http.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/mcp?key=abc`;
    const config = ServerConfig.parse({ type: 'http', url });
    const running = supervise([{ ...fixture('toolbox'), name: 'web', config, autoStart: true }]);
    await running.until(() => {
      const state = running.state('web');
      return state !== undefined && 'cause' in state ? true : undefined;
    });
    const report = running.supervisor.doctor('web');
    expect(report.finding?.code).toBe(`server/${code}`);
    expect(report.steps.map(({ state }) => state)).toEqual([
      'passed',
      'passed',
      'failed',
      'not-reached',
    ]);
    expect(report.text).not.toContain('abc');
  });

  it('finds that nothing listens', async () => {
    // A port that was just let go.
    const http = createServer();
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    await new Promise((resolve) => http.close(resolve));
    const config = ServerConfig.parse({ type: 'http', url: `http://127.0.0.1:${port}/mcp` });
    const running = supervise([{ ...fixture('toolbox'), name: 'web', config, autoStart: true }]);
    await running.until(() => {
      const state = running.state('web');
      return state !== undefined && 'cause' in state ? true : undefined;
    });
    expect(stepsOf(running, 'web').slice(0, 2)).toEqual(['configuration passed', 'address failed']);
    expect(running.supervisor.doctor('web').finding?.code).toBe('server/refused');
  });

  it('goes through the server inside as well, and that one tells of the others', async () => {
    const inProcess = new Map([
      [
        'patchbay',
        () => {
          const { supervisor, log } = running;
          return createPatchbayServer({ version: '9', supervisor, log, now: Date.now });
        },
      ],
    ]);
    const config = ServerConfig.parse({ type: 'sdk', name: 'patchbay' });
    const running = supervise(
      [fixture('toolbox'), { ...fixture('toolbox'), name: 'patchbay', config }],
      { network: { fetch, ideLockFolders: [], inProcess } },
    );
    await running.supervisor.connect('patchbay', noSignal);
    expect(stepsOf(running, 'patchbay')).toEqual([
      'configuration passed',
      'process passed',
      'handshake passed',
      'tools passed',
    ]);
    const { content } = await running.supervisor.call(
      'patchbay',
      'list_servers',
      {},
      { signal: noSignal },
    );
    expect(content).toEqual([
      { type: 'text', text: 'toolbox: not started yet (stdio, 0 tools, 0 calls, 0 restarts)' },
    ]);
    await running.supervisor.stop('patchbay');
    expect(running.state('patchbay')?.kind).toBe('stopped');
  });
});
