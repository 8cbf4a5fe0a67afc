// `node scripts/bench.mjs NAME [ARGUMENT...]`: runs bench/NAME.mjs with what it needs.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureDisplay } from './display.mjs';
import { exitOnSignals, root, run, runMain, ScriptError } from './run.mjs';
import { setup } from './setup.mjs';

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const file = path.join(root, 'bench', `${name}.mjs`);
  if (name === undefined || !existsSync(file)) {
    throw new ScriptError(`Usage: node scripts/bench.mjs NAME, where bench/NAME.mjs exists.`);
  }
  exitOnSignals();
  const runtime = await setup({ tests: false });
  const display = await ensureDisplay();
  try {
    const env = { ...process.env, ...display.env, PATCHBAY_ELECTRON: runtime?.execPath ?? '' };
    const { code } = await run(process.execPath, [file, ...args], { env, show: true });
    return code;
  } finally {
    await display.stop();
  }
});
