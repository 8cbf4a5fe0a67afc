import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withProcessLock } from '../../src/main/auth/keychain/processLock.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The file that the lock for `key` is, found by holding it. */
async function lockFile(folder: string, key: string): Promise<string> {
  const name = await withProcessLock(folder, key, async () => readdirSync(folder)[0]);
  return join(folder, name ?? '');
}

const nobody = { host: hostname(), pid: 2 ** 22 + 1, started: 0, id: 'x' };

describe('withProcessLock', () => {
  it('gives what was done, and leaves no file', async () => {
    const folder = join(makeFolder(), 'made', 'for it');
    expect(await withProcessLock(folder, 'a', async () => 1)).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is free again after a failure', async () => {
    const folder = makeFolder();
    const failing = withProcessLock(folder, 'a', () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withProcessLock(folder, 'a', async () => 2)).toBe(2);
  });

  it('lets one at a time do something for one key', async () => {
    const folder = makeFolder();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      inside += 1;
      most = Math.max(most, inside);
      await turn();
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withProcessLock(folder, 'a', work)));
    expect(most).toBe(1);
  });

  it('does not make one key wait for another', async () => {
    const folder = makeFolder();
    const both = withProcessLock(folder, 'A', () => withProcessLock(folder, 'a', async () => 3));
    expect(await both).toBe(3);
  });

  it('names nothing that a key holds but for its letters, and is for its user only', async () => {
    const folder = makeFolder();
    const file = await withProcessLock(folder, '../../x:"y"', async () => readdirSync(folder));
    expect(file).toEqual([expect.stringMatching(/^x-y-[0-9a-f]{32}\.lock$/)]);
    if (process.platform === 'win32') return;
    const mode = await withProcessLock(folder, 'a', async () =>
      readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777),
    );
    expect(mode).toEqual([0o600]);
  });

  it.each([
    { name: 'a holder that has ended', content: { ...nobody, expiresAt: Date.now() + 50_000 } },
    {
      name: 'a holder whose time is over',
      content: { ...nobody, pid: process.ppid, expiresAt: Date.now() - 1 },
    },
  ])('takes over from $name', async ({ content }) => {
    const folder = makeFolder();
    const file = await lockFile(folder, 'a');
    writeFileSync(file, JSON.stringify(content));
    const waited = await Promise.all(
      Array.from({ length: 4 }, (_, index) => withProcessLock(folder, 'a', async () => index)),
    );
    expect(waited).toEqual([0, 1, 2, 3]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('takes over from one that ended while it took over', async () => {
    const folder = makeFolder();
    const file = await lockFile(folder, 'a');
    writeFileSync(file, JSON.stringify({ ...nobody, expiresAt: Date.now() + 50_000 }));
    writeFileSync(`${file}.takeover`, '');
    utimesSync(`${file}.takeover`, new Date(), new Date(Date.now() - 6_000));
    expect(await withProcessLock(folder, 'a', async () => 4)).toBe(4);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so when it waited too long, or goes without it when told to', async () => {
    const folder = makeFolder();
    await withProcessLock(folder, 'a', async () => {
      const never = withProcessLock(folder, 'a', async () => 5, { waitMs: 0 });
      await expect(never).rejects.toMatchObject({ error: { code: 'auth/busy' } });
      const options = { waitMs: 0, whenBusy: 'run' } as const;
      expect(await withProcessLock(folder, 'a', async () => 6, options)).toBe(6);
    });
  });

  it('leaves the lock to whoever took it over', async () => {
    const folder = makeFolder();
    const other = JSON.stringify({ ...nobody, id: 'other', expiresAt: Date.now() + 50_000 });
    await withProcessLock(folder, 'a', async () => {
      writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), other);
    });
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('does without a lock where there can be no file', async () => {
    const file = join(makeFolder(), 'a file');
    writeFileSync(file, '');
    expect(await withProcessLock(join(file, 'folder'), 'a', async () => 7)).toBe(7);
  });
});
