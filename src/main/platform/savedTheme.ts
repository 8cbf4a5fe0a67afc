import { readFileSync } from 'node:fs';
import { parse } from 'jsonc-parser';
import { Theme } from '../../shared/settings.ts';

/** The theme in settings.json, read before the first paint so that the window never flashes. */
export function savedTheme(settingsPath: string): Theme {
  try {
    const settings: unknown = parse(readFileSync(settingsPath, 'utf8'));
    return Theme.parse((settings as { theme?: unknown } | undefined)?.theme);
  } catch {
    return 'system';
  }
}
