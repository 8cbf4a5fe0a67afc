import { webcrypto } from 'node:crypto';

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
 * Ends the process without Node's teardown, which on older ones may go on for ever: what V8 has to
 * finalize then is tried again and again (nodejs/node#51290). For the end of Electron's `quit`, when
 * all that is ours is closed.
 */
export function endAtOnce(code: number): void {
  if (Number(process.versions.node.split('.')[0]) >= 22) return;
  (process as typeof process & { reallyExit: (code: number) => void }).reallyExit(code);
}
