import { AppFailure } from '../../../shared/errors.ts';
import { parseJson } from '../../../shared/parseJson.ts';
import { cappedBody, fetchReason } from '../../auth/cappedBody.ts';
import { parsePage } from './registryPage.ts';
import type { Connector } from './registryPage.ts';

/** For all pages together. */
const limitMs = 10_000;
const maxPages = 50;
const maxPageBytes = 4 * 1024 * 1024;
const maxConnectors = 5000;

/** Where the pages of a registry are: its address with `/v0/servers`, where that is missing. */
export function serversUrl(address: string, cursor: string | undefined): URL {
  const url = new URL(address);
  const path = url.pathname.replace(/\/+$/, '');
  if (!/\/v[\d.]+\/servers$/.test(path)) {
    url.pathname = /\/v[\d.]+$/.test(path) ? `${path}/servers` : `${path}/v0/servers`;
  }
  url.searchParams.set('limit', '100');
  if (cursor !== undefined) url.searchParams.set('cursor', cursor);
  return url;
}

/**
 * All connectors that a registry lists, page by page. Throws an AppFailure `adding/connectors`
 * {url, why} when it can't be reached, answers something else, or takes longer than 10 s.
 */
export async function fetchRegistry(
  address: string,
  get: typeof fetch,
): Promise<readonly Connector[]> {
  const wrong = (why: string) =>
    new AppFailure({
      code: 'adding/connectors',
      message: `The list of connectors at ${address} could not be read: ${why}`,
      params: { url: address, why },
      action: 'retry',
    });
  const tooBig = () => wrong(`a page is larger than ${maxPageBytes / 1024 / 1024} MB`);
  const limit = AbortSignal.timeout(limitMs);
  const found = new Map<string, Connector>();
  const seen = new Set<string>();
  let cursor: string | undefined;
  try {
    for (let page = 0; page < maxPages && found.size < maxConnectors; page++) {
      const url = serversUrl(address, cursor);
      const response = await get(url, {
        headers: { Accept: 'application/json' },
        redirect: 'error',
        signal: limit,
      });
      if (!response.ok) {
        await response.body?.cancel().catch(() => undefined);
        throw wrong(`HTTP ${response.status}`);
      }
      const body = await cappedBody(response, maxPageBytes, tooBig);
      const parsed = parsePage(parseJson(body.toString('utf8')));
      if (parsed === undefined) throw wrong('it is no page of the MCP Registry API');
      for (const connector of parsed.connectors) found.set(connector.id, connector);
      cursor = parsed.next;
      // A registry that goes round in circles would never end.
      if (cursor === undefined || seen.has(cursor)) break;
      seen.add(cursor);
    }
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    if (limit.aborted) throw wrong(`no answer within ${limitMs / 1000} s`);
    throw wrong(fetchReason(error));
  }
  return [...found.values()];
}
