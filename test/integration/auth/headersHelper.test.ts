import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AuthStep } from '../../../src/shared/auth.ts';
import { AppFailure } from '../../../src/shared/errors.ts';
import { HeadersHelper } from '../../../src/main/auth/headers/headersHelper.ts';

const program = new URL('../../fixtures/helpers/helper.mjs', import.meta.url).pathname;

let folder: string;
let note: string;
let steps: AuthStep[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-helper-'));
  note = join(folder, 'note');
  steps = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function helper(part: { limitMs?: number; signal?: AbortSignal } = {}): HeadersHelper {
  return new HeadersHelper({
    environment: async () => ({ PATH: process.env['PATH'], ANTHROPIC_API_KEY: 'sk-ours' }),
    redact: (text) => text.replace(/token=\S+/, 'token=hidden'),
    step: (server, step) => {
      expect(server).toBe('files');
      steps.push(step);
    },
    now: Date.now,
    ...part,
  });
}

function server(...args: string[]) {
  return {
    name: 'files',
    url: 'https://mcp.example.com/mcp',
    command: [process.execPath, program, ...args],
  };
}

async function failureOf(asked: Promise<unknown>): Promise<unknown> {
  const failure = await asked.then(
    () => undefined,
    (error: unknown) => error,
  );
  return failure instanceof AppFailure ? failure.error : failure;
}

/** Waits for a file that a program writes. */
async function written(file: string): Promise<string> {
  const read = () => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  await expect.poll(read, { timeout: 5000 }).not.toBe('');
  return read();
}

/** Whether a process runs; one that ended and that nobody has waited for does not. */
function isRunning(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function gone(...pids: number[]): Promise<void> {
  await expect.poll(() => pids.filter(isRunning), { timeout: 5000 }).toEqual([]);
}

describe('a program for headers', () => {
  it('runs once for all requests, and again when it is told to', async () => {
    const helpers = helper();
    const asked = server('count', note);
    const both = await Promise.all([helpers.headers(asked, true), helpers.headers(asked, true)]);
    expect(both).toEqual([{ 'X-Count': '1' }, { 'X-Count': '1' }]);
    expect(await helpers.headers(asked, true)).toEqual({ 'X-Count': '1' });
    helpers.forget('files');
    expect(await helpers.headers(asked, true)).toEqual({ 'X-Count': '2' });
    expect(steps).toMatchObject([
      { kind: 'headers-helper', verdict: 'ok', detail: { message: 'gives X-Count' } },
      { kind: 'headers-helper', verdict: 'ok' },
    ]);
  });

  it('runs anew for another address or another program', async () => {
    const helpers = helper();
    await helpers.headers(server('count', note), true);
    const elsewhere = { ...server('count', note), url: 'https://other.example/mcp' };
    expect(await helpers.headers(elsewhere, true)).toEqual({ 'X-Count': '2' });
    const other = server('{"X-Other":"a"}');
    expect(await helpers.headers(other, true)).toEqual({ 'X-Other': 'a' });
  });

  it('is told which server it is for, and gets no key of ours', async () => {
    const headers = await helper().headers(server('environment'), true);
    expect(headers).toMatchObject({ 'X-Name': 'files', 'X-Url': 'https://mcp.example.com/mcp' });
    const names = (headers['X-Keys'] ?? '').split(' ');
    expect(names).toEqual(['PATCHBAY_SERVER_NAME', 'PATCHBAY_SERVER_URL', 'PATH']);
  });

  it('gets its arguments as they stand: there is no shell', async () => {
    const args = ['$HOME', '; touch x', '`id`', '*', 'a b', '"'];
    const headers = await helper().headers(server('arguments', ...args), true);
    expect(JSON.parse(headers['X-Arguments'] ?? '')).toEqual(args);
  });

  it('is found on the PATH that is given', async () => {
    const asked = { ...server(), command: ['node', program, '{"X-Key":"a"}'] };
    expect(await helper().headers(asked, true)).toEqual({ 'X-Key': 'a' });
  });

  it('finds its input at its end', async () => {
    expect(await helper().headers(server('input'), true)).toEqual({ 'X-Input': 'ended' });
  });

  it('that leaves something running is not waited for', async () => {
    expect(await helper().headers(server('leave', note), true)).toEqual({ 'X-Left': 'one' });
    const left = Number(readFileSync(note, 'utf8'));
    expect(isRunning(left)).toBe(true);
    process.kill(left, 'SIGKILL');
  });

  it('never runs for an entry that may not name one', async () => {
    const failure = await failureOf(helper().headers(server('count', note), false));
    expect(failure).toMatchObject({ code: 'auth/helper-untrusted', params: { server: 'files' } });
    expect(() => readFileSync(note)).toThrow();
  });
});

describe('a program for headers that fails', () => {
  it.each([
    ['with a status', ['fail'], 'it ended with status 3: not signed in: token=hidden'],
    ['with words instead of JSON', ['Bearer abc'], 'it printed no JSON object'],
    ['with too much', ['flood'], 'it printed more than 64 KB'],
    ['with a header that it may not set', ['{"Host":"x"}'], 'it may not set the header Host'],
    ['with an argument that can not be', ['a\0b'], /^it could not be started/],
  ])('%s says so', async (_name, args, why) => {
    const failure = await failureOf(helper().headers(server(...args), true));
    const params = { command: process.execPath, why: expect.stringMatching(why) };
    expect(failure).toMatchObject({ code: 'auth/helper-failed', params });
    expect(steps).toMatchObject([{ kind: 'headers-helper', verdict: 'refused' }]);
    expect(JSON.stringify([failure, steps])).not.toContain('very-secret-value');
  });

  it.each([
    ['is not there', '/nowhere/helper', 'there is no such program'],
    ['may not be run', program, 'it may not be run'],
  ])('because it %s says so', async (_name, command, why) => {
    const asked = { ...server(), command: [command] };
    const failure = await failureOf(helper().headers(asked, true));
    expect(failure).toMatchObject({ code: 'auth/helper-failed', params: { command, why } });
  });

  it('is asked again by the next request', async () => {
    const helpers = helper();
    await failureOf(helpers.headers(server('fail'), true));
    await failureOf(helpers.headers(server('fail'), true));
    expect(steps).toHaveLength(2);
  });

  it('because it hangs is killed at the limit, with all that it started', async () => {
    const failure = await failureOf(helper({ limitMs: 1500 }).headers(server('hang', note), true));
    expect(failure).toMatchObject({ params: { why: 'it took more than 1.5 s' } });
    const pids = readFileSync(note, 'utf8').split(' ').map(Number);
    expect(pids).toHaveLength(2);
    await gone(...pids);
  });

  it('because the app ends is killed at once', async () => {
    const abort = new AbortController();
    const asked = helper({ signal: abort.signal }).headers(server('hang', note), true);
    const failing = failureOf(asked);
    const pids = (await written(note)).split(' ').map(Number);
    abort.abort(new Error('the app ends'));
    expect(await failing).toEqual(new Error('the app ends'));
    await gone(...pids);
  });
});
