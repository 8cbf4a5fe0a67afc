import { describe, expect, it, vi } from 'vitest';
import type { ServerDefinition } from '../../src/main/config/desiredServers.ts';
import { fillEntry } from '../../src/main/servers/fillEntry.ts';
import { fixedEnvironment } from '../../src/main/servers/process/serverEnvironment.ts';
import { ServerConfig } from '../../src/shared/server.ts';
import { failureOf, fixture, supervise } from './supervision.ts';

const environment = { KEY: 'v-secret', HOME: '/home/me', PATH: process.env['PATH'] };
const secret = async (name: string) => (name === 'known' ? 'k-secret' : undefined);

function definition(config: object): ServerDefinition {
  const file = '/p/.mcp.json';
  return {
    name: 'web',
    source: 'project',
    autoStart: true,
    config: ServerConfig.parse(config),
    origin: { winner: { layer: 'project', file }, losers: [], sameContentAs: [] },
  };
}
const fill = (config: object, ports = {}) =>
  fillEntry(definition(config), { environment: fixedEnvironment(environment), secret, ...ports });

describe('fillEntry', () => {
  it('asks neither the shell nor the keychain for an entry without references', async () => {
    const read = vi.fn(async () => environment);
    const asked = vi.fn(secret);
    await fill({ command: 'x' }, { environment: { read }, secret: asked });
    await fill(
      { url: 'https://x.example/${secret:known}' },
      { environment: { read }, secret: asked },
    );
    expect(read).not.toHaveBeenCalled();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('tells what must not be seen, and leaves out what every server gets anyway', async () => {
    const filled = await fill({ command: '${HOME}/x', env: { A: '${KEY}', B: '${secret:known}' } });
    expect(filled.config).toMatchObject({
      command: '/home/me/x',
      env: { A: 'v-secret', B: 'k-secret' },
    });
    expect(filled.hidden).toEqual(['v-secret', 'k-secret']);
  });

  it.each([
    [
      { command: 'x', args: ['${NOT}'] },
      'config/variable-missing',
      { field: 'args.0', name: 'NOT' },
    ],
    [
      { url: 'https://x.example', headers: { A: '${secret:not}' } },
      'config/secret-missing',
      { field: 'headers.A', name: 'not' },
    ],
    [{ url: '${KEY}/mcp' }, 'config/expanded-invalid', { field: 'url' }],
    [{ command: '${NOT:-}' }, 'config/expanded-invalid', { field: 'command' }],
  ])('%j fails with %s', async (config, code, params) => {
    const failure = await failureOf(fill(config));
    expect(failure).toMatchObject({
      code,
      params: { server: 'web', file: '/p/.mcp.json', ...params },
    });
    expect(JSON.stringify(failure)).not.toContain('v-secret');
  });

  it('lets the entry be checked as it is filled in', async () => {
    const check = vi.fn();
    await fill({ url: 'https://x.example/${KEY}' }, { check });
    expect(check.mock.calls[0]?.[1]).toMatchObject({ url: 'https://x.example/v-secret' });
  });
});

describe('what was filled in', () => {
  const shout = 'console.error(process.env.MINE, process.argv[1]); process.exit(3)';

  it('is nowhere in the log, in the state or in the detail of its server', async () => {
    const config = ServerConfig.parse({
      command: process.execPath,
      args: ['-e', shout, '${KEY}'],
      env: { MINE: 'Bearer ${KEY}' },
    });
    const one = supervise([{ ...fixture('toolbox'), config, autoStart: true }], {
      environment: fixedEnvironment(environment),
    });
    await one.untilLine(/hidden, 8 characters/);
    await one.until(() => {
      const kind = one.state('toolbox')?.kind;
      return kind === 'backoff' || kind === 'failed' ? true : undefined;
    });
    const all = [one.lines(), one.supervisor.list(), one.supervisor.detail('toolbox')];
    expect(JSON.stringify(all)).not.toContain('v-secret');
    expect(JSON.stringify(one.supervisor.detail('toolbox'))).toContain('${KEY}');
  });

  it('is asked for anew at each start, and a missing one is not tried again by itself', async () => {
    const known: Record<string, string | undefined> = { PATH: process.env['PATH'] };
    const server = fixture('toolbox', { autoStart: true, set: { env: { A: '${KEY}' } } });
    const one = supervise([server], {
      environment: { ...fixedEnvironment(known), read: async () => known },
    });
    const failed = await one.untilState('toolbox', 'failed');
    expect(failed.cause).toMatchObject({ code: 'config/variable-missing' });
    known['KEY'] = 'there now';
    one.supervisor.start('toolbox', 'you');
    await one.untilState('toolbox', 'connected');
  });
});
