// `node scripts/bench.mjs NAME [ARGUMENT...]`: runs bench/NAME.mjs, which drives the real app, or
// bench/NAME.ts, which uses its rooms without Electron.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.mjs';
import { ensureDisplay } from './display.mjs';
import { exitOnSignals, root, run, runMain, ScriptError } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const script = path.join(root, 'bench', `${name}.mjs`);
  const ofRooms = `bench/${name}.ts`;
  if (name === undefined || !(existsSync(script) || existsSync(path.join(root, ofRooms)))) {
    throw new ScriptError('Usage: node scripts/bench.mjs NAME, where bench/NAME.* exists.');
  }
  exitOnSignals();
  const runtime = await setup({ tests: false });
  const display = await ensureDisplay();
  try {
    const env = { ...process.env, ...display.env, PATCHBAY_ELECTRON: runtime?.execPath ?? '' };
    const file = existsSync(script) ? script : await bundle(ofRooms);
    const { code } = await run(process.execPath, [file, ...args], { env, show: true });
    return code;
  } finally {
    await display.stop();
  }
});
