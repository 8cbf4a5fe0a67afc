// Our TypeScript as one plain file that any Node can run, for programs outside the app that use its
// rooms: the conformance driver and some benches.
import path from 'node:path';
import { root } from './run.mjs';

/**
 * @param {string} entry path from the root, such as `bench/call.ts`
 * @returns {Promise<string>} the path of the built file, in out/
 */
export async function bundle(entry) {
  const { build } = await import('vite');
  const file = `${path.basename(entry, '.ts')}.mjs`;
  const outDir = path.join(root, 'out', path.dirname(entry));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    // The native modules load their binaries from beside themselves.
    ssr: { noExternal: true, external: ['libsql', 'keytar'] },
    build: {
      ssr: path.join(root, entry),
      outDir,
      target: 'node20',
      rollupOptions: { output: { format: 'es', entryFileNames: file } },
    },
  });
  return path.join(outDir, file);
}
