import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loginShellEnvironment } from '../../../src/main/servers/process/serverEnvironment.ts';
import { LoginEnvironment } from '../../../src/main/servers/process/shellEnvironment.ts';
import { childEnvironment } from '../../../src/main/servers/transports/childEnvironment.ts';
import { ServerConfig } from '../../../src/shared/server.ts';
import { isRunning, supervise } from '../../servers/supervision.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'patchbay-home-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** As a desktop starts an app: a poor PATH, no terminal. */
function login(shell: string, more: { limitMs?: number; own?: Record<string, string> } = {}) {
  const own = { HOME: home, PATH: '/usr/bin:/bin', SHELL: shell, ...more.own };
  // More than the app allows, so that a busy machine fails no test.
  const { limitMs = 20_000 } = more;
  return new LoginEnvironment({ own, isInTerminal: false, limitMs });
}

const rc = (name: string, text: string) => writeFileSync(join(home, name), `${text}\n`);
const addToPath = 'export PATH="$HOME/tools/bin:$PATH"';
const pidIn = (file: string) => Number(readFileSync(join(home, file), 'utf8'));

describe('the environment of the login shell', () => {
  it.each([
    { shell: '/bin/bash', file: '.bash_profile' },
    { shell: '/bin/sh', file: '.profile' },
  ])('comes from $file of $shell', async ({ shell, file }) => {
    rc(file, addToPath);
    const read = await login(shell).get();
    expect(read).toMatchObject({ source: 'login shell', shell });
    expect(read.environment['PATH']).toContain(`${home}/tools/bin:`);
  });

  it('comes from an rc file for interactive shells, as nvm and others use it', async () => {
    rc('.bash_profile', '. ~/.bashrc');
    rc('.bashrc', `case $- in *i*) ;; *) return;; esac\n${addToPath}`);
    const read = await login('/bin/bash').get();
    expect(read.environment['PATH']).toMatch(new RegExp(`^${home}/tools/bin:`));
  });

  it('goes to servers through the list of what they may inherit', async () => {
    rc('.bash_profile', `${addToPath}\nexport SECRET_TOKEN=abc TZ=Asia/Tokyo`);
    const { environment } = await login('/bin/bash').get();
    const given = childEnvironment(environment, {}, 'npx');
    expect(given).toMatchObject({ TZ: 'Asia/Tokyo', HOME: home });
    expect(given['PATH']).toMatch(new RegExp(`^${home}/tools/bin:`));
    expect(given).not.toHaveProperty('SECRET_TOKEN');
    expect(given).not.toHaveProperty('PATCHBAY_READS_ENVIRONMENT');
    expect(given).not.toHaveProperty('TERM');
  });

  it.each([
    { what: 'prints', text: 'echo hello; echo "PATH=/nowhere"; printf "A=b\\0"' },
    { what: 'prints on stderr', text: 'echo hello >&2; ls /nowhere' },
    { what: 'prints eight megabytes', text: 'head -c 8000000 /dev/zero' },
    { what: 'shows each command', text: 'set -xv' },
    { what: 'reads stdin', text: 'read answer; cat' },
    { what: 'asks for a terminal', text: 'stty -echo; tput cols; tty' },
    { what: 'stops at its first failure', text: 'set -e; trap "echo bye; exit 3" EXIT' },
    { what: 'has a value of many lines', text: 'export MANY="a\nPATH=/nowhere\nb"' },
  ])('is read from an rc file that $what', async ({ text }) => {
    rc('.bash_profile', `${text}\n${addToPath}`);
    const read = await login('/bin/bash').get();
    expect(read.source).toBe('login shell');
    expect(read.environment['PATH']).toMatch(new RegExp(`^${home}/tools/bin:`));
  });

  it('is read once, and anew when asked', async () => {
    rc('.bash_profile', 'echo x >> ~/count');
    const environment = login('/bin/bash');
    expect(environment.known).toBeUndefined();
    const [first, second] = await Promise.all([environment.get(), environment.get()]);
    expect(second).toBe(first);
    expect(await environment.get()).toBe(first);
    expect(environment.known).toBe(first);
    expect(readFileSync(join(home, 'count'), 'utf8')).toBe('x\n');
    const [again, shared] = await Promise.all([environment.refresh(), environment.refresh()]);
    expect(shared).toBe(again);
    expect(readFileSync(join(home, 'count'), 'utf8')).toBe('x\nx\n');
    expect(await environment.get()).toBe(again);
    expect(environment.known).toBe(again);
  });

  it('is kept where the rc file does harm when it is read anew', async () => {
    rc('.bash_profile', addToPath);
    const environment = login('/bin/bash');
    const first = await environment.get();
    rc('.bash_profile', 'exit 4');
    expect(await environment.refresh()).toBe(first);
    rc('.bash_profile', 'export PATH="$HOME/other:$PATH"');
    expect((await environment.refresh()).environment['PATH']).toContain(`${home}/other:`);
  });
});

describe('a command that is installed while the app runs', () => {
  /** An entry whose command is in no folder of the PATH yet, with a count of the shells started. */
  async function missing() {
    rc('.bash_profile', 'echo x >> ~/count');
    const own = { HOME: home, PATH: '/usr/bin:/bin', SHELL: '/bin/bash' };
    const environment = loginShellEnvironment(login('/bin/bash'), own, () => true);
    const config = ServerConfig.parse({ command: 'brand-new-server' });
    const definition = { name: 'new', source: 'user', autoStart: true, config } as const;
    const supervision = supervise([definition], { environment });
    await supervision.untilState('new', 'failed');
    const shells = () => readFileSync(join(home, 'count'), 'utf8').length / 'x\n'.length;
    /** As an installer does: a program in a folder of its own, and a line in the rc file. */
    const install = () => {
      mkdirSync(join(home, 'tools/bin'), { recursive: true });
      const server = join(import.meta.dirname, '../../fixtures/servers/toolbox.mjs');
      const script = `#!/bin/sh\nexec "${process.execPath}" "${server}"\n`;
      writeFileSync(join(home, 'tools/bin/brand-new-server'), script, { mode: 0o755 });
      rc('.bash_profile', `echo x >> ~/count\n${addToPath}`);
    };
    return { ...supervision, shells, install };
  }

  it('is found when a person starts its server again', async () => {
    const { supervisor, install, shells, untilState, state } = await missing();
    expect(state('new')).toMatchObject({ cause: { code: 'server/command-not-found' } });
    expect(shells()).toBe(1);
    install();
    supervisor.restart('new', 'you');
    await untilState('new', 'connected');
    expect(shells()).toBe(2);
    supervisor.restart('new', 'you');
    await untilState('new', 'starting');
    await untilState('new', 'connected');
    expect(shells()).toBe(2);
  });

  it('is not looked for in the shell by a retry', async () => {
    const { supervisor, install, shells, untilState } = await missing();
    install();
    supervisor.start('new', 'retry');
    await untilState('new', 'starting');
    await untilState('new', 'failed');
    expect(shells()).toBe(1);
  });
});

describe('an rc file that does harm', () => {
  it.each([
    { what: 'hangs', text: 'echo $$ > ~/pid; sleep 1000' },
    {
      what: 'hangs and ignores signals',
      text: 'echo $$ > ~/pid; trap "" HUP INT TERM; sleep 1000',
    },
    {
      what: 'hangs in a job of its own group',
      text: 'set -m; (echo $BASHPID > ~/pid; sleep 1000)',
    },
  ])('that $what is ended at the limit, and our own environment is used', async ({ text }) => {
    rc('.bash_profile', `${addToPath}\n${text}`);
    const read = await login('/bin/bash', { limitMs: 500 }).get();
    expect(read).toMatchObject({ source: 'own', reason: 'timed-out', shell: '/bin/bash' });
    expect(read.environment['PATH']).toBe('/usr/bin:/bin');
    await expect.poll(() => isRunning(pidIn('pid'))).toBe(false);
  });

  it('that prints without end is ended before the limit', async () => {
    rc('.bash_profile', 'echo $$ > ~/pid; cat /dev/zero');
    const read = await login('/bin/bash').get();
    expect(read).toMatchObject({ source: 'own', reason: 'too-much-output' });
    await expect.poll(() => isRunning(pidIn('pid'))).toBe(false);
  });

  it('that starts a background job is not waited for, and the job gets the hang-up', async () => {
    rc('.bash_profile', `sleep 1000 & echo $! > ~/pid\n${addToPath}`);
    const read = await login('/bin/bash').get();
    expect(read.source).toBe('login shell');
    await expect.poll(() => isRunning(pidIn('pid'))).toBe(false);
  });

  it.each([
    { what: 'exits', text: 'exit 4', detail: 'exit code 4' },
    { what: 'kills its shell', text: 'kill -9 $$', detail: 'signal SIGKILL' },
    { what: 'becomes another program', text: 'exec true', detail: 'exit code 0' },
  ])('that $what leaves our own environment, with the reason', async ({ text, detail }) => {
    rc('.bash_profile', text);
    const read = await login('/bin/bash').get();
    expect(read).toMatchObject({ source: 'own', reason: 'failed' });
    expect(read.detail).toContain(detail);
  });

  it('may be a shell that does not exist, or is none', async () => {
    expect(await login(join(home, 'gone')).get()).toMatchObject({
      source: 'own',
      reason: 'failed',
    });
    expect(await login('/bin/false').get()).toMatchObject({ source: 'own', reason: 'failed' });
  });
});

describe('no shell is asked', () => {
  it.each([
    { platform: 'win32' as const, isInTerminal: false, reason: 'windows' },
    { platform: 'darwin' as const, isInTerminal: true, reason: 'started-in-terminal' },
  ])(
    'when there is nothing better to learn: $reason',
    async ({ platform, isInTerminal, reason }) => {
      const own = { PATH: '/x', SHELL: join(home, 'never') };
      const read = await new LoginEnvironment({ own, platform, isInTerminal }).get();
      expect(read).toMatchObject({ environment: own, source: 'own', reason });
      expect(read.shell).toBeUndefined();
    },
  );

  it('the user database names the shell where $SHELL is not set', async () => {
    rc('.profile', addToPath);
    rc('.bash_profile', addToPath);
    const own = { HOME: home, PATH: '/usr/bin:/bin' };
    const read = await new LoginEnvironment({ own, isInTerminal: false }).get();
    expect(read.shell).toMatch(/^\//);
  });
});
