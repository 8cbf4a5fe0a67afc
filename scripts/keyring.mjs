// A private session bus with a private, unlocked keyring, so that tests use a real keychain and never
// touch the user's: `node scripts/keyring.mjs COMMAND [ARGUMENT...]`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstLine, startDaemon } from './daemon.mjs';
import { atExit, exitOnSignals, isEntry, run, runMain, ScriptError } from './run.mjs';

// No service folders: the bus starts nothing by itself (no accessibility bus, no file monitors), so
// nothing is left over and no prompt can appear.
const busConfig = (/** @type {string} */ folder) => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/**
 * Starts the bus and the keyring. HOME stays the user's (npm caches keep working); the keyring's
 * files go to a temporary folder. Elsewhere than on Linux there is nothing to start.
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> }>}
 *   env: what to add to a child's environment. stop: ends both and removes their files.
 */
export async function startKeyring() {
  if (process.platform !== 'linux') return { env: {}, stop: async () => {} };
  const folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-keyring-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const forget = atExit(remove);
  /** @type {ReturnType<typeof startDaemon>[]} */
  const daemons = [];
  const stop = async () => {
    for (const daemon of daemons.splice(0).reverse()) await daemon.stop();
    forget();
    remove();
  };
  try {
    const env = await startIn(folder, daemons);
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {ReturnType<typeof startDaemon>[]} daemons every process started is added here
 */
async function startIn(folder, daemons) {
  const runtime = path.join(folder, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const config = path.join(folder, 'bus.conf');
  writeFileSync(config, busConfig(runtime));

  const bus = startDaemon('dbus-daemon', [
    `--config-file=${config}`,
    '--nofork',
    '--nopidfile',
    '--print-address=1',
  ]);
  daemons.push(bus);
  const address = await firstLine(bus, /** @type {any} */ (bus.child.stdout), 10_000);
  if (address === undefined) throw new ScriptError(`dbus-daemon did not start. ${bus.errors()}`);

  // NO_AT_BRIDGE: GTK would otherwise complain that this bus has no accessibility service.
  const env = { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: runtime, NO_AT_BRIDGE: '1' };
  const keyring = startDaemon(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${runtime}/keyring`],
    { env: { ...process.env, ...env, XDG_DATA_HOME: path.join(folder, 'data') }, input: 'test' },
  );
  daemons.push(keyring);
  let dead = false;
  void keyring.exit.then(() => (dead = true));
  for (const deadline = Date.now() + 10_000; !(await ownsSecrets(env)); await sleep(50)) {
    if (dead || Date.now() > deadline) {
      throw new ScriptError(`gnome-keyring-daemon did not start. ${keyring.errors()}`);
    }
  }
  return env;
}

/** @param {NodeJS.ProcessEnv} env */
async function ownsSecrets(env) {
  const { output } = await run(
    'dbus-send',
    [
      '--session',
      '--print-reply',
      '--dest=org.freedesktop.DBus',
      '/org/freedesktop/DBus',
      'org.freedesktop.DBus.NameHasOwner',
      'string:org.freedesktop.secrets',
    ],
    { env: { ...process.env, ...env }, limitMs: 5_000 },
  );
  return output.includes('boolean true');
}

if (isEntry(import.meta.url)) {
  await runMain(async () => {
    const [command, ...args] = process.argv.slice(2);
    if (command === undefined) throw new ScriptError('Usage: node scripts/keyring.mjs COMMAND ...');
    exitOnSignals();
    const keyring = await startKeyring();
    try {
      const env = { ...process.env, ...keyring.env };
      return (await run(command, args, { cwd: process.cwd(), env, show: true })).code;
    } finally {
      await keyring.stop();
    }
  });
}
