import { z } from 'zod';
import { LogKind, LogLevel } from '../../../shared/log.ts';
import { wholeLog } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';

const key = 'patchbay.log-filter';

const Kept = z.object({
  text: z.string().max(500),
  server: z.string().optional(),
  minLevel: LogLevel,
  hiddenKinds: z.array(LogKind),
  errorsOnly: z.boolean(),
});

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/** What the Logs screen was set to, also before the app was closed; the whole log by default. */
export function rememberedChoice(memory: Memory): LogChoice {
  try {
    const { hiddenKinds, server, ...rest } = Kept.parse(JSON.parse(memory.getItem(key) ?? ''));
    return { ...rest, server, hiddenKinds: new Set(hiddenKinds) };
  } catch {
    // Nothing was kept, or by another version.
    return wholeLog;
  }
}

export function rememberChoice(memory: Memory, choice: LogChoice): void {
  const kept = { ...choice, hiddenKinds: [...choice.hiddenKinds] };
  memory.setItem(key, JSON.stringify(kept));
}
