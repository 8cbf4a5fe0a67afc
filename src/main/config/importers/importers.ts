import { claudeCode } from './claudeCode.ts';
import { claudeDesktop } from './claudeDesktop.ts';
import type { Importer } from './client.ts';
import { cline } from './cline.ts';
import { cursor } from './cursor.ts';
import { vscode } from './vscode.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** In the order in which they are shown. */
export const importers: readonly Importer[] = [
  claudeDesktop,
  claudeCode,
  cursor,
  vscode,
  windsurf,
  cline,
  zed,
];
