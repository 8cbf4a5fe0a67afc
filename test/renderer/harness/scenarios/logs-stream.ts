import { createFakeBridge } from '../../fakeBridge.ts';
import { settings } from '../madeUp.ts';
import { logAnswers, logLine, pastLines } from '../madeUpLog.ts';
import { fleet } from '../madeUpServers.ts';

/** A thousand new lines a second, each batch with a response for a line before it. */
export const bridge = () => {
  const lines = pastLines(5_000);
  const fake = createFakeBridge({
    ...logAnswers(lines),
    'servers.list': () => fleet,
    'chat.list': () => [],
    'settings.get': () => settings(),
    'settings.update': () => undefined,
  });
  setInterval(() => {
    const batch = Array.from({ length: 16 }, (_value, index) =>
      logLine(lines.length + 1 + index, Date.now()),
    );
    const waiting = lines.at(-3);
    lines.push(...batch);
    const entries = waiting ? [...batch, { ...waiting, durationMs: 12 }] : batch;
    fake.emit('log.changed', { entries, last: lines.length, missed: false });
  }, 16);
  return fake;
};
