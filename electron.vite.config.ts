import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

/** Loaded from node_modules at run time; everything else is bundled. */
const native = ['electron', 'keytar', 'libsql'];

export default defineConfig({
  main: {
    build: {
      externalizeDeps: false,
      target: 'node18',
      rollupOptions: {
        external: native,
        input: {
          index: 'src/main/index.ts',
          pageThread: 'src/main/agent/pdf/pageThread.ts',
          'servers/docs': 'resources/servers/docs.ts',
          'servers/deploy': 'resources/servers/deploy.ts',
          'servers/inbox': 'resources/servers/inbox.ts',
        },
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      target: 'node18',
      rollupOptions: {
        external: native,
        input: { index: 'src/preload/index.ts' },
        output: { format: 'cjs', entryFileNames: '[name].js' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    resolve: {
      alias: {
        // The one for browsers parses formulas by innerHTML, whose styles the page's policy refuses.
        'hast-util-from-html-isomorphic': resolve(
          'node_modules/hast-util-from-html-isomorphic/index.js',
        ),
      },
    },
    // One file per grammar, loaded when a language first comes up.
    worker: { format: 'es' },
    build: {
      target: 'chrome114',
      minify: true,
      // The page's policy loads fonts from the app only, not from data: addresses.
      assetsInlineLimit: 0,
      rollupOptions: {
        input: {
          index: resolve('src/renderer/index.html'),
          diagrams: resolve('src/renderer/diagrams.html'),
        },
      },
    },
  },
});
