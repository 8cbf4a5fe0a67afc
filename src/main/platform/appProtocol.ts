import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { keptFilesOrigin } from '../../shared/keptFile.ts';
import { keptImage } from './keptFiles.ts';

/** Where the renderer lives: an origin of its own, so that a page can't reach the user's files. */
export const appOrigin = 'app://patchbay';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
};

/** Scripts, styles and fonts of our own only; images only from the app, its files and from data. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  `img-src 'self' ${keptFilesOrigin} data: blob:`,
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true };
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
}

/** Serves the files of `folder` as app://patchbay/, and the images of `kept` as app://files/. */
export function serveApp(folder: string, kept: string): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.host === 'files') return keptImage(kept, url.pathname);
    const path = normalize(join(folder, decodeURIComponent(url.pathname)));
    if (url.host !== 'patchbay' || !path.startsWith(folder + sep)) {
      return new Response('not found', { status: 404 });
    }
    try {
      const headers = {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      };
      return new Response(await readFile(path), { headers });
    } catch {
      return new Response('not found', { status: 404 });
    }
  });
}
