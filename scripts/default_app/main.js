'use strict';
// What Electron's own default app does, for the fallback runtime that comes without one:
// `electron [-r FILE]... [flags] FOLDER [arguments]`. electron-fallback.mjs packs it.
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { app } = require('electron');

const preloads = [];
let target;
const args = process.argv.slice(1);
for (let index = 0; index < args.length && target === undefined; index += 1) {
  const arg = args[index];
  if (arg === '-r' || arg === '--require') {
    index += 1;
    preloads.push(args[index]);
  } else if (arg === '-v' || arg === '--version') {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  } else if (!arg.startsWith('-')) {
    target = arg;
  }
}

// Before the app is looked at: a preload (Playwright's, for one) may rewrite process.argv.
if (preloads.length > 0) Module._preloadModules(preloads);

if (target === undefined) {
  console.error('Usage: electron [-r FILE] FOLDER');
  process.exit(1);
}

Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });
const appPath = path.resolve(target);
const manifestFile = path.join(appPath, 'package.json');
if (fs.existsSync(manifestFile)) {
  const manifest = JSON.parse(fs.readFileSync(manifestFile, 'utf8'));
  if (manifest.version) app.setVersion(manifest.version);
  app.name = manifest.productName || manifest.name || app.name;
  app.setDesktopName?.(manifest.desktopName || `${app.name}.desktop`);
}
const main = Module._resolveFilename(appPath, null, true);
app.setAppPath(fs.statSync(appPath).isDirectory() ? appPath : path.dirname(main));
Module._load(main, Module, true);
