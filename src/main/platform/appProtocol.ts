import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { protocol } from 'electron';
import { keptFilesOrigin } from '../../shared/keptFile.ts';
import { keptImage } from './keptFiles.ts';

/** Where the renderer lives: an origin of its own, so that a page can't reach the user's files. */
export const appOrigin = 'app://patchbay';
/** Where diagrams are drawn: another origin, so that the browser gives it a process of its own. */
const diagramsOrigin = 'app://diagrams';

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
  `frame-src ${diagramsOrigin}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Of the page that draws diagrams: a diagram's styles are its own, but nothing is loaded or sent,
 * and only the window may have it as a frame.
 */
const diagramsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  `frame-ancestors ${appOrigin}`,
].join('; ');

/** What the origin of diagrams has of the app's files: its page, and what that loads. */
const ofDiagrams = /^\/(?:diagrams\.html|assets\/[\w.-]+)$/;

/** Must run before Electron is ready. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true };
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges }]);
}

/**
 * Serves the files of `folder` as app://patchbay/, those that draw diagrams as app://diagrams/, and
 * the images of `kept` as app://files/.
 */
export function serveApp(folder: string, kept: readonly string[]): void {
  protocol.handle('app', async (request) => {
    const url = new URL(request.url);
    if (url.host === 'files') return keptImage(kept, url.pathname);
    const path = normalize(join(folder, decodeURIComponent(url.pathname)));
    const isDiagrams = url.host === 'diagrams' && ofDiagrams.test(url.pathname);
    if (!(url.host === 'patchbay' || isDiagrams) || !path.startsWith(folder + sep)) {
      return new Response('not found', { status: 404 });
    }
    try {
      const headers = {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-security-policy': isDiagrams ? diagramsPolicy : contentSecurityPolicy,
        'x-content-type-options': 'nosniff',
      };
      return new Response(await readFile(path), { headers });
    } catch {
      return new Response('not found', { status: 404 });
    }
  });
}
