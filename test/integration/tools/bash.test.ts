import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToolView } from '../../../src/shared/chat.ts';
import { createBash } from '../../../src/main/tools/builtin/bash.ts';
import { terminalText } from '../../../src/main/tools/builtin/terminalText.ts';
import { runCommand } from '../../../src/main/tools/shell/runCommand.ts';
import { builtinContext } from '../../fakes/builtinContext.ts';

let folder: string;
let files: string;
let stop: AbortController;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-bash-'));
  files = await mkdtemp(join(tmpdir(), 'patchbay-bash-out-'));
  stop = new AbortController();
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(files, { recursive: true, force: true });
});

const recorded: string[] = [];
function run(command: string, more: Record<string, unknown> = {}, environment = process.env) {
  const bash = createBash({
    environment: async () => environment,
    outputFolder: files,
    record: async (_pid, program) => {
      recorded.push(`began ${program}`);
      return () => recorded.push('gone');
    },
  });
  const context = builtinContext({ folder, signal: stop.signal });
  const ended = bash.run({ command, ...more }, context).then((outcome) => {
    const [first] = outcome.content;
    return { ...outcome, text: first?.type === 'text' ? first.text : '' };
  });
  return { ended, views: context.views };
}

const lastView = (views: readonly ToolView[]) => {
  const view = views.at(-1);
  if (view?.kind !== 'terminal') throw new Error('nothing was shown');
  return view;
};

/** A process is gone, or only waits to be reaped. */
async function isGone(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return status === undefined || / [ZX] /.test(status.slice(status.lastIndexOf(')')));
}

async function pidIn(file: string): Promise<number> {
  await vi.waitFor(async () => expect(await readFile(join(folder, file), 'utf8')).toMatch(/\d\n/), {
    timeout: 10_000,
    interval: 10,
  });
  return Number(await readFile(join(folder, file), 'utf8'));
}

describe('a command', () => {
  it('runs in the workspace, with both outputs in their order and its exit code', async () => {
    const { ended, views } = run('pwd; echo one >&2; echo two; echo three >&2; exit 3');
    const outcome = await ended;
    expect(outcome.text).toBe(`${folder}\none\ntwo\nthree\nExit code 3`);
    expect(outcome.isError).toBe(true);
    expect(lastView(views).end).toEqual({ code: 3 });
    expect(outcome.parts).toEqual([]);
  });

  it('has no input, and no key of ours', async () => {
    const environment = { ...process.env, ANTHROPIC_API_KEY: 'sk-secret', MINE: 'mine' };
    const outcome = await run('cat; env', {}, environment).ended;
    expect(outcome.text).toContain('MINE=mine');
    expect(outcome.text).not.toContain('sk-secret');
    expect(outcome.isError).toBe(false);
  });

  it('says so when it puts out nothing, and when its syntax is wrong', async () => {
    expect((await run('true').ended).text).toBe('(no output)');
    const wrong = await run('if then').ended;
    expect(wrong.text).toMatch(/syntax error/);
    expect(wrong.isError).toBe(true);
  });

  it('shows what it puts out while it runs', async () => {
    const { ended, views } = run('echo first; until [ -e go ]; do sleep 0.05; done; echo second');
    await vi.waitFor(() => expect(terminalText(lastView(views))).toBe('first\n'), { interval: 10 });
    expect(lastView(views).end).toBeUndefined();
    const { writeFile } = await import('node:fs/promises');
    await writeFile(join(folder, 'go'), '');
    expect((await ended).text).toBe('first\nsecond');
  });

  it('is on record while it runs', async () => {
    recorded.length = 0;
    await run('true').ended;
    await vi.waitFor(() =>
      expect(recorded).toEqual([expect.stringMatching(/^began .*sh$/), 'gone']),
    );
  });
});

describe('the end of a command', () => {
  it('takes what ignores signals and its grandchildren with it when it is stopped', async () => {
    const stubborn = `trap '' INT TERM; echo $$ > child; bash -c "trap '' INT TERM; echo \\$\\$ > grandchild; while :; do sleep 0.1; done" & while :; do sleep 0.1; done`;
    const { ended, views } = run(`echo begun; ${stubborn}`);
    const pids = [await pidIn('child'), await pidIn('grandchild')];
    stop.abort();
    const outcome = await ended;
    for (const pid of pids) expect(await isGone(pid)).toBe(true);
    expect(outcome.text).toContain('begun');
    expect(lastView(views).end).toEqual({ signal: 'SIGKILL' });
  });

  it('lets it tidy up first', async () => {
    const { ended } = run(
      `trap 'echo tidied > tidied; exit 0' INT; echo $$ > child; while :; do sleep 0.05; done`,
    );
    await pidIn('child');
    stop.abort();
    await ended;
    expect(existsSync(join(folder, 'tidied'))).toBe(true);
  });

  it('does not come at a limit for those who wait, when nobody waits any more', async () => {
    const end = await runCommand({
      program: { command: '/bin/sh', args: ['-c', 'sleep 0.4; echo over'] },
      folder,
      environment: {},
      limitMs: 50,
      unlimited: AbortSignal.abort(),
      signal: stop.signal,
      onView: () => undefined,
      onGroup: () => () => undefined,
      outputFolder: files,
    });
    expect(end.view).toMatchObject({ head: 'over\n', end: { code: 0 } });
  });

  it('comes at the time limit', async () => {
    const { ended, views } = run('echo begun; sleep 60', { timeout_seconds: 1 });
    const outcome = await ended;
    expect(outcome.text).toBe('begun\nEnded at its time limit, after 1 s.');
    expect(outcome.isError).toBe(true);
    expect(lastView(views).end).toMatchObject({ limit: 1 });
  });

  it('ends what it left running in the background, and does not wait for it', async () => {
    const { ended } = run('sleep 300 & echo $! > child; echo done');
    const outcome = await ended;
    expect(outcome.text).toContain('done');
    expect(outcome.text).toContain('left running in the background was ended');
    expect(outcome.isError).toBe(false);
    expect(await isGone(await pidIn('child'))).toBe(true);
  });

  it('tells the signal that a command died of', async () => {
    const { ended, views } = run('kill -TERM $$');
    expect((await ended).text).toContain('Ended by SIGTERM.');
    expect(lastView(views).end).toEqual({ signal: 'SIGTERM' });
  });
});

describe('the output of a command', () => {
  it('of 50 MB costs the conversation little and is kept as a file', async () => {
    const before = process.memoryUsage().rss;
    const { ended } = run(`head -c 52428800 /dev/zero | tr '\\0' 'x'; echo; echo the end`);
    const outcome = await ended;
    expect(outcome.text.length).toBeLessThan(25_000);
    expect(outcome.text).toContain('characters left out');
    expect(outcome.text).toMatch(/the end$/);
    const [part] = outcome.parts ?? [];
    expect(part).toMatchObject({ kind: 'file', bytes: 52_428_809, note: 'the whole output' });
    const path = part?.kind === 'file' ? part.path : '';
    expect((await stat(path)).size).toBe(52_428_809);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });

  it('of 1 GB is read to its end, with its end shown and its first 64 MB kept', async () => {
    const before = process.memoryUsage().rss;
    const command = `head -c 1073741824 /dev/zero | tr '\\0' 'x'; echo; echo the end`;
    const outcome = await run(command, { timeout_seconds: 100 }).ended;
    expect(outcome.isError).toBe(false);
    expect(outcome.text).toMatch(/the end\nIts output was longer than what is kept in the file\.$/);
    expect(outcome.text.length).toBeLessThan(25_000);
    expect(outcome.parts).toMatchObject([
      { kind: 'file', bytes: 64 * 1024 * 1024, note: 'the first part of the output' },
    ]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  }, 120_000);

  it('that never ends fills no disk', async () => {
    const { ended } = run('yes', { timeout_seconds: 3 });
    const outcome = await ended;
    const [part] = outcome.parts ?? [];
    expect(part).toMatchObject({ kind: 'file' });
    expect(part?.kind === 'file' ? part.bytes : Infinity).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('that is binary is shown as text that can be sent', async () => {
    const { ended } = run('head -c 3000 /dev/urandom');
    const outcome = await ended;
    expect(outcome.text).not.toMatch(/\p{Surrogate}/u);
    // eslint-disable-next-line no-control-regex
    expect(outcome.text).not.toMatch(/[\x00-\x08\x0e-\x1f]/);
  });

  it('that is short leaves no file', async () => {
    await run('echo hi').ended;
    expect(await readdir(files)).toEqual([]);
  });
});

it('does not run where the folder is gone', async () => {
  await rm(folder, { recursive: true });
  const { ended } = run('true');
  await expect(ended).rejects.toMatchObject({ error: { code: 'workspace/gone' } });
});

it('says why when the shell can not be started', async () => {
  await expect(
    runCommand({
      program: { command: join(folder, 'no-shell'), args: [] },
      folder,
      environment: {},
      limitMs: 1000,
      signal: stop.signal,
      onView: () => undefined,
      onGroup: () => () => undefined,
      outputFolder: files,
    }),
  ).rejects.toMatchObject({ error: { code: 'shell/not-started' } });
});
