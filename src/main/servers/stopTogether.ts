import { atMost } from '../../shared/atMost.ts';
import type { SupervisedServer } from './supervisedServer.ts';

const limitMs = 6_000;
/** What then still runs is killed, with a little time left to see it gone. */
const hurryBeforeMs = 700;

/** Ends servers side by side as the app quits, within 6 s in all. */
export async function stopTogether(servers: readonly SupervisedServer[]): Promise<void> {
  const all = Promise.all(servers.map((server) => server.stop('quit')));
  const hurry = setTimeout(() => {
    for (const server of servers) void server.process?.kill();
  }, limitMs - hurryBeforeMs);
  await atMost(limitMs, all);
  clearTimeout(hurry);
}
