import { ProtocolError, UnauthorizedError } from '@modelcontextprotocol/client';
import { AppFailure } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { explainFailure } from '../doctor/explainFailure.ts';
import { causesOf, codeOf, isStreamLost, statusOf } from './terminalErrors.ts';

const lost: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/**
 * What a fault in reaching a remote server means, by its whole chain of causes; undefined for one
 * that says nothing about the way to the server.
 */
export function remoteFailure(server: string, url: string, thrown: unknown): AppError | undefined {
  if (isStreamLost(thrown)) return connectionLost(url);
  if (thrown instanceof ProtocolError) return undefined;
  const chain = causesOf(thrown);
  for (const link of chain) if (link instanceof AppFailure) return link.error;
  for (const link of chain) {
    const status = link instanceof UnauthorizedError ? 401 : statusOf(link);
    if (status !== undefined && status >= 300) return statusFailure(server, url, status);
  }
  const known = explainFailure({ server, url, thrown });
  if (known !== undefined) return known;
  const isLost = chain.some((link) => {
    const code = codeOf(link) ?? '';
    const isCut = link instanceof TypeError && link.message === 'terminated';
    return isCut || lost.has(code) || code.startsWith('UND_ERR_');
  });
  return isLost ? connectionLost(url) : undefined;
}

/** What an HTTP status of 300 or more means. */
export function statusFailure(server: string, url: string, status: number): AppError {
  const { host, origin, pathname } = new URL(url);
  const params = { host, status };
  if (status === 401) {
    const message = `${host} wants to know who you are.`;
    return { code: 'server/needs-auth', message, params: { host }, action: 'edit-server' };
  }
  if (status >= 300 && status < 400) {
    const address = `${origin}${pathname}`;
    const message = `${address} points to another address (HTTP ${status}), which was not followed.`;
    return {
      code: 'server/redirected',
      message,
      params: { address, status },
      action: 'edit-server',
    };
  }
  const thrown = Object.assign(new Error(`Unexpected server response: ${status}`), { status });
  return (
    explainFailure({ server, url, thrown }) ?? {
      code: 'server/http-status',
      message: `${host} answered with HTTP ${status}.`,
      params,
      action: 'restart-server',
    }
  );
}

export function connectionLost(url: string): AppError {
  const { host } = new URL(url);
  return {
    code: 'server/connection-lost',
    message: `The connection to ${host} broke off.`,
    params: { host },
    action: 'restart-server',
  };
}
