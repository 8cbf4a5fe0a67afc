import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledServers } from '../../../src/main/config/bundledServers.ts';
import { noSignal, supervise } from '../../servers/supervision.ts';

/** As the app starts them, with this Node in the place of Electron's. */
const definitions = bundledServers(
  process.execPath,
  join(import.meta.dirname, '../../../out/main/servers'),
).filter(({ config }) => 'command' in config);

async function connect(name: 'docs' | 'deploy') {
  const supervision = supervise(definitions);
  await supervision.supervisor.connect(name, noSignal);
  const call = (
    tool: string,
    input: Readonly<Record<string, unknown>> = {},
    more: Partial<Parameters<typeof supervision.supervisor.call>[3]> = {},
  ) => supervision.supervisor.call(name, tool, input, { signal: noSignal, ...more });
  return { ...supervision, call };
}

describe('the bundled docs server', () => {
  it('has two read-only tools', async () => {
    const { supervisor, untilLine } = await connect('docs');
    expect(supervisor.tools()).toMatchObject([
      { name: 'search', title: 'Search the documentation', annotations: { readOnlyHint: true } },
      { name: 'get_version', annotations: { readOnlyHint: true } },
    ]);
    await untilLine(/^docs server ready/);
  });

  it('finds pages by their words, and offers all when none matches', async () => {
    const { call } = await connect('docs');
    expect(await call('search', { query: 'how are secrets hidden in the log?' })).toMatchObject({
      structuredContent: {
        results: expect.arrayContaining([expect.objectContaining({ id: 'logs' })]),
      },
    });
    const none = await call('search', { query: 'zzz' });
    expect(none.structuredContent).toEqual({ results: [] });
    expect(JSON.stringify(none.content)).toContain('Getting started');
  });

  it('tells its version', async () => {
    const { call } = await connect('docs');
    expect(await call('get_version')).toMatchObject({
      structuredContent: { version: expect.stringMatching(/^\d+\.\d+\.\d+/) },
    });
  });
});

describe('the bundled deploy server', () => {
  it('deploys with defaults, in steps, and says that nothing is real', async () => {
    const { call, supervisor } = await connect('deploy');
    expect(supervisor.tools()).toMatchObject([
      { name: 'trigger', annotations: { readOnlyHint: false, destructiveHint: true } },
      { name: 'status', annotations: { readOnlyHint: true } },
    ]);
    const steps: unknown[] = [];
    const onProgress = (step: unknown) => steps.push(step);
    const deployed = await call('trigger', {}, { onProgress });
    expect(deployed).toMatchObject({
      structuredContent: {
        deployment: {
          service: 'web',
          version: 'latest',
          environment: 'staging',
          state: 'succeeded',
        },
      },
    });
    expect(JSON.stringify(deployed.content)).toContain('nothing real was changed');
    expect(steps[0]).toMatchObject({ progress: 0, total: 5, message: 'build' });
    expect(steps).toHaveLength(5);
    expect(await call('status', { service: 'web' })).toMatchObject({
      structuredContent: { deployments: [{ id: 1, service: 'web' }] },
    });
    expect(await call('status', { service: 'api' })).toMatchObject({
      structuredContent: { deployments: [] },
    });
  });

  it('stops a deployment whose call is cancelled', async () => {
    const { call } = await connect('deploy');
    const cancel = new AbortController();
    const onProgress = () => cancel.abort();
    await expect(call('trigger', {}, { signal: cancel.signal, onProgress })).rejects.toThrow(
      'was cancelled',
    );
    expect(await call('status')).toMatchObject({
      structuredContent: { deployments: [{ state: 'cancelled' }] },
    });
  });
});
