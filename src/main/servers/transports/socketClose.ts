import type { AppError } from '../../../shared/errors.ts';
import { connectionLost } from '../connection/remoteFailure.ts';

/** RFC 6455, 7.4.1, and the registry of close codes that it began. */
const meanings: ReadonlyMap<number, string> = new Map([
  [1000, 'normal end'],
  [1001, 'going away'],
  [1002, 'protocol error'],
  [1003, 'unsupported data'],
  [1007, 'malformed data'],
  [1008, 'against its policy'],
  [1009, 'message too big'],
  [1010, 'extension missing'],
  [1011, 'internal error'],
  [1012, 'restarting'],
  [1013, 'try again later'],
  [1014, 'bad gateway'],
]);

/** Why a WebSocket was closed by the other side. `reason` is what it said, if anything. */
export function closedSocket(url: string, code: number, reason: string): AppError {
  // 1005 and 1006 are never sent: there was no close frame with a code.
  if (code === 1006) return connectionLost(url);
  const { host } = new URL(url);
  const meaning = reason.trim() === '' ? (meanings.get(code) ?? '') : reason.trim().slice(0, 200);
  const why = meaning === '' ? String(code) : `${code}, ${meaning}`;
  return {
    code: 'server/closed-by-server',
    message: `${host} closed the connection: ${why}`,
    params: { host, why },
    action: 'restart-server',
  };
}
