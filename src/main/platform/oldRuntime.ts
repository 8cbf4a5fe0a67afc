import { webcrypto } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Fills what Electron 25's Node 18.15 lacks and the bundled libraries need. Imported first; does
 * nothing on a current runtime. Remove it when the fallback runtime (see scripts/) is newer.
 */
function define(target: object, name: string, value: unknown): void {
  if (name in target) return;
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

define(globalThis, 'crypto', webcrypto);

define(URL, 'canParse', (url: string, base?: string): boolean => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
});

define(AbortSignal, 'any', (signals: Iterable<AbortSignal>): AbortSignal => {
  const controller = new AbortController();
  const all = [...signals];
  const aborted = all.find((signal) => signal.aborted);
  if (aborted) {
    controller.abort(aborted.reason);
    return controller.signal;
  }
  const onAbort = (event: Event): void => {
    for (const signal of all) signal.removeEventListener('abort', onAbort);
    controller.abort((event.target as AbortSignal).reason);
  };
  for (const signal of all) signal.addEventListener('abort', onAbort, { once: true });
  return controller.signal;
});

for (const name of ['dispose', 'asyncDispose']) {
  define(Symbol, name, Symbol.for(`Symbol.${name}`));
}

/**
 * Collects garbage before the process ends. What V8 finds to finalize while an older Node tears itself
 * down keeps it from ending: the callback may not run then, and is tried again for ever
 * (nodejs/node#51290).
 */
export async function collectBeforeEnd(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) >= 22) return;
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
  // The callbacks run in a turn of their own.
  await new Promise((resolve) => setTimeout(resolve, 0));
}
