import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fixture, noSignal, supervise } from '../../servers/supervision.ts';
import { countsOf } from '../../../src/shared/logTally.ts';

describe('a server that takes its time', () => {
  it('is shown as installing, with the last line, when its command may fetch it first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const npx = join(folder, 'npx');
    symlinkSync(process.execPath, npx);
    const { supervisor, untilState } = supervise([
      fixture('neverAnswers', { set: { command: npx } }),
    ]);
    expect(supervisor.detail('neverAnswers').connectTimeoutMs).toBe(120_000);
    supervisor.start('neverAnswers', 'you');
    expect(await untilState('neverAnswers', 'installing')).toMatchObject({
      lastLine: 'Downloading 3 of 9',
    });
  });

  it('is taken for an older one when it is silent at the probe', async () => {
    const { supervisor, lines } = supervise([fixture('silentAtProbe')]);
    await supervisor.connect('silentAtProbe', noSignal);
    expect(supervisor.list()[0]).toMatchObject({ protocolVersion: '2025-11-25', toolCount: 1 });

    await supervisor.stop('silentAtProbe');
    await supervisor.connect('silentAtProbe', noSignal);
    const probes = lines().filter(({ method }) => method === 'server/discover');
    expect(probes).toHaveLength(1);
  });
});

describe('a server that prints without end', () => {
  it('loses no line, and its calls are answered', async () => {
    const { supervisor, until, log, seen } = supervise([fixture('flood')]);
    await supervisor.connect('flood', noSignal);
    const called = supervisor.call('flood', 'flood', { lines: 100_000 }, { signal: noSignal });
    expect(await called).toMatchObject({ isError: false });
    await until(() => (seen.size > 100_000 ? true : undefined));
    expect(countsOf(await log.tally({})).stderr).toBe(100_000);
  });
});
