import { stripVTControlCharacters } from 'node:util';
import type { AppError } from '../../../shared/errors.ts';
import { explainStderr } from './explainStderr.ts';

/** What is known of a connect that failed. */
export type FailureFacts = {
  readonly server: string;
  /** Of a remote server; its password and query are never told. */
  readonly url?: string | undefined;
  /** What was thrown, with its causes. */
  readonly thrown?: unknown;
  /** Latest last, free of secrets. */
  readonly stderr?: readonly string[] | undefined;
  /** The first line on stdout that was no message, from a program that sent none. */
  readonly noise?: string | undefined;
};

const deepest = 8;

/** Why a certificate was refused (Node's `code`), by what is to be done about it. */
const tlsCodes: ReadonlyMap<string, 'untrusted' | 'expired' | 'other-name'> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrusted'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrusted'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'untrusted'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrusted'],
  ['CERT_UNTRUSTED', 'untrusted'],
  ['CERT_HAS_EXPIRED', 'expired'],
  ['CERT_NOT_YET_VALID', 'expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'other-name'],
]);

/**
 * The plain words for the commonest reasons why a server can't be connected, and what to do about
 * them; undefined where nothing is recognised, and what is known already says all there is.
 */
export function explainFailure(facts: FailureFacts): AppError | undefined {
  if (facts.url === undefined) {
    return explainStderr(facts.stderr ?? []) ?? explainNoise(facts.server, facts.noise);
  }
  const url = URL.canParse(facts.url) ? new URL(facts.url) : undefined;
  if (url === undefined) return undefined;
  const chain = causesOf(facts.thrown);
  return explainNetwork(url, chain) ?? explainAnswer(url, chain);
}

/** Failures of a program that say little: what it printed may say more. */
const vague: ReadonlySet<string> = new Set([
  'server/gone',
  'server/gone-saying',
  'server/handshake-failed',
  'server/connect-timeout',
]);

/** Why a program could not be connected, by its failure and what it printed until then. */
export function explainProgram(
  failure: AppError,
  server: string,
  heard: { readonly stderr: readonly string[]; readonly noise: string | undefined },
): AppError {
  if (!vague.has(failure.code)) return failure;
  const isTold = failure.code === 'server/gone-saying';
  const noise = isTold ? undefined : heard.noise;
  return explainFailure({ server, stderr: heard.stderr, noise }) ?? failure;
}

function explainNetwork(url: URL, chain: readonly Error[]): AppError | undefined {
  const { host } = url;
  for (const error of chain) {
    const proxyStatus = /^Proxy response \((\d+)\)|^Proxy Authentication Required \((407)\)/.exec(
      error.message,
    );
    if (proxyStatus) return refusedByProxy(host, proxyStatus[1] ?? proxyStatus[2] ?? '');
    const code = fieldOf(error, 'code');
    if (typeof code !== 'string') continue;
    const tls = tlsCodes.get(code);
    if (tls !== undefined) return refusedCertificate(tls, host, error.message);
    if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) {
      const message = `${host} does not speak TLS. Should its address begin with http://?`;
      return { code: 'server/tls-failed', message, params: { host }, action: 'edit-server' };
    }
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      const message = `There is no computer named ${url.hostname}, or the network is off.`;
      const params = { host: url.hostname };
      return { code: 'server/unknown-host', message, params, action: 'edit-server' };
    }
    if (code === 'ECONNREFUSED') return refused(url, error);
    if (['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) {
      const message = `${host} can't be reached in time. Look at the network and the address.`;
      return { code: 'server/unreachable', message, params: { host }, action: 'retry' };
    }
  }
  return undefined;
}

/** Nothing listens: at the server's own port, or at that of the proxy on the way. */
function refused(url: URL, error: Error): AppError {
  const port = Number(url.port || (/^(https|wss):$/.test(url.protocol) ? 443 : 80));
  const [address, given] = [fieldOf(error, 'address'), fieldOf(error, 'port')];
  if (typeof given === 'number' && given !== port) {
    const proxy = `${String(address)}:${given}`;
    const message = `The proxy ${proxy} does not answer. Look at HTTPS_PROXY or the system's proxy.`;
    return { code: 'server/proxy-down', message, params: { proxy }, action: 'retry' };
  }
  const message = `Nothing listens at ${url.host}. Start the server there, or mend the address.`;
  return { code: 'server/refused', message, params: { host: url.host }, action: 'retry' };
}

function refusedByProxy(host: string, status: string): AppError {
  if (status === '407') {
    const message = 'The proxy wants a name and a password. Put them into HTTPS_PROXY.';
    return { code: 'server/proxy-sign-in', message, action: 'retry' };
  }
  const message = `The proxy refuses to connect to ${host} (status ${status}).`;
  return { code: 'server/proxy-refused', message, params: { host, status }, action: 'retry' };
}

function refusedCertificate(
  why: 'untrusted' | 'expired' | 'other-name',
  host: string,
  reason: string,
): AppError {
  const messages = {
    untrusted: `Nobody that is trusted vouches for ${host}: ${reason}. Choose your company's certificates in the settings.`,
    expired: `The certificate of ${host} is not valid today: ${reason}. Look at the clock.`,
    'other-name': `The certificate of ${host} is for another name: ${reason}`,
  } as const;
  const params = { host, reason };
  const action = why === 'untrusted' ? 'open-settings' : 'edit-server';
  return { code: `server/tls-${why}`, message: messages[why], params, action };
}

function explainAnswer(url: URL, chain: readonly Error[]): AppError | undefined {
  const { host } = url;
  const address = `${url.origin}${url.pathname}`;
  for (const error of chain) {
    const status = statusOf(error);
    if (status === 401) {
      const message = `${host} wants to know who you are. Give its key in the headers.`;
      return { code: 'server/unauthorized', message, params: { host }, action: 'edit-server' };
    }
    if (status === 403) {
      const message = `${host} knows who you are and does not let you in.`;
      return { code: 'server/forbidden', message, params: { host }, action: 'edit-server' };
    }
    if (status === 404 || status === 405 || status === 410) {
      const message = `There is no MCP server at ${address} (status ${status}). Look at its path.`;
      const params = { address, status };
      return { code: 'server/no-endpoint', message, params, action: 'edit-server' };
    }
    if (status === 408 || status === 429 || (status !== undefined && status >= 500)) {
      const message = `${host} fails with status ${status}.`;
      return { code: 'server/http-error', message, params: { host, status }, action: 'retry' };
    }
    const isOther =
      /^Unexpected content type|^Invalid content type|is not valid JSON|^Unexpected server response: 200/;
    if (isOther.test(error.message) || error instanceof SyntaxError) {
      const message = `${address} answers, but not as an MCP server does. Look at its path.`;
      return { code: 'server/not-mcp', message, params: { address }, action: 'edit-server' };
    }
  }
  return undefined;
}

function explainNoise(server: string, noise: string | undefined): AppError | undefined {
  if (noise === undefined) return undefined;
  const said = stripVTControlCharacters(noise).trim().slice(0, 200);
  return {
    code: 'server/not-mcp-program',
    message: `${server} is not an MCP server: it prints other things, such as: ${said}`,
    params: { server, said },
    action: 'edit-server',
  };
}

/** An HTTP status: the SDK's own errors have it as `status`, those of streams as `code`. */
function statusOf(error: Error): number | undefined {
  for (const value of [fieldOf(error, 'status'), fieldOf(error, 'code')]) {
    if (typeof value === 'number' && value >= 400 && value < 600) return value;
  }
  if (error.name === 'UnauthorizedError') return 401;
  const said = /\bHTTP (\d{3})\b|^Unexpected server response: (\d{3})|\((\d{3})\)$/.exec(
    error.message,
  );
  const status = Number(said?.[1] ?? said?.[2] ?? said?.[3]);
  return status >= 400 && status < 600 ? status : undefined;
}

/** An error and what caused it, outermost first; of several at once the first. */
function causesOf(thrown: unknown): readonly Error[] {
  const chain: Error[] = [];
  let next = thrown;
  while (next instanceof Error && chain.length < deepest && !chain.includes(next)) {
    chain.push(next);
    const several: unknown = next instanceof AggregateError ? next.errors[0] : undefined;
    next = several ?? next.cause;
  }
  return chain;
}

function fieldOf(error: Error, name: string): unknown {
  return (error as unknown as Record<string, unknown>)[name];
}
