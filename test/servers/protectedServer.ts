import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Introspected } from './authorizationServer.ts';
import { checkProof } from './dpopChecks.ts';

export type ProtectedServerOptions = {
  /** The authorization servers that its metadata names. */
  readonly issuers: readonly string[];
  readonly introspect: (token: string) => Promise<Introspected | undefined>;
  /** What every request needs; also `scopes_supported` of its metadata. */
  readonly scopes?: readonly string[];
  /** What only the tool `administer` needs. */
  readonly adminScope?: string;
  /** Names `scopes` in the challenge. */
  readonly scopeInChallenge?: boolean;
  /** Takes DPoP-bound tokens only. */
  readonly dpop?: boolean;
  /** Wants this nonce in each proof. */
  readonly dpopNonce?: string;
  /** False: no protected resource metadata, as in 2025-03-26. */
  readonly metadata?: boolean;
  /** Laid over the metadata. */
  readonly metadataMembers?: Readonly<Record<string, unknown>>;
  /** Instead of what it would be. */
  readonly challengeUrl?: string;
  readonly port?: number;
};

/** A refusal of one request. */
type Refusal = {
  readonly status: 401 | 403;
  readonly parameters: Readonly<Record<string, string>>;
};

/** What is wanted of one request; `undefined` when it may pass. */
type Seen = { readonly method: string; readonly rpc: string | undefined; readonly status: number };

/**
 * A real MCP server (Streamable HTTP) behind tokens: checks that one is for it (audience), lives,
 * has the scopes, and, with `dpop`, is bound to the key that signed the request. Tools: `who_am_i`
 * answers the token's account, `administer` needs `adminScope`.
 */
export async function protectedServer(options: ProtectedServerOptions) {
  const seen: Seen[] = [];
  const proofs = new Set<string>();
  /** Tokens that it refuses, whatever their issuer says. */
  const refused = new Set<string>();
  /** Every Authorization header that came. */
  const presented: string[] = [];
  const strictness = { refusesAll: false, alwaysForbids: false };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `${origin}/mcp`;
  const metadataUrl = `${origin}/.well-known/oauth-protected-resource/mcp`;
  const scopes = options.scopes ?? [];

  const refusalOf = async (request: IncomingMessage, body: Rpc): Promise<Refusal | undefined> => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ');
    const asked = options.scopeInChallenge ? { scope: scopes.join(' ') } : {};
    if (!token) return { status: 401, parameters: asked };
    const invalid: Refusal = { status: 401, parameters: { error: 'invalid_token', ...asked } };
    const isRefused = strictness.refusesAll || refused.has(token);
    const found = isRefused ? undefined : await options.introspect(token);
    if (found === undefined) return invalid;
    // Without metadata nobody could know what to ask a token for.
    if (options.metadata !== false && !found.audience.includes(url)) return invalid;
    if (options.dpop || found.thumbprint !== undefined) {
      const problem = await checkProof({
        request,
        url: `${origin}${request.url}`,
        token,
        thumbprint: found.thumbprint,
        nonce: options.dpopNonce,
        seen: proofs,
      });
      if (scheme !== 'DPoP') return invalid;
      if (problem !== undefined) return { status: 401, parameters: { error: problem } };
    } else if (scheme !== 'Bearer') return invalid;
    const isAdmin = body.method === 'tools/call' && body.params?.name === 'administer';
    const wanted = isAdmin && options.adminScope ? [...scopes, options.adminScope] : scopes;
    const isForbidden = isAdmin && strictness.alwaysForbids;
    if (!isForbidden && wanted.every((scope) => found.scopes.includes(scope))) return undefined;
    const error = 'insufficient_scope';
    const parameters = { error, scope: wanted.join(' '), error_description: 'more is needed' };
    return { status: 403, parameters };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', origin).pathname;
    if (path === new URL(metadataUrl).pathname && options.metadata !== false) {
      const document = {
        resource: url,
        authorization_servers: options.issuers,
        ...(scopes.length > 0 && { scopes_supported: scopes }),
        ...options.metadataMembers,
      };
      answer(response, 200, document);
      return;
    }
    if (path !== '/mcp') {
      answer(response, 404, { error: 'not found' });
      return;
    }
    const body = await bodyOf(request);
    if (request.headers.authorization) presented.push(request.headers.authorization);
    const refusal = await refusalOf(request, body);
    const note = (status: number) =>
      seen.push({ method: request.method ?? '', rpc: body.method, status });
    if (refusal !== undefined) {
      note(refusal.status);
      const scheme = options.dpop ? 'DPoP' : 'Bearer';
      const named = options.metadata === false ? {} : { resource_metadata: metadataUrl };
      const parameters = { realm: 'test', ...named, ...refusal.parameters };
      if (options.challengeUrl)
        Object.assign(parameters, { resource_metadata: options.challengeUrl });
      if (options.dpopNonce) response.setHeader('dpop-nonce', options.dpopNonce);
      const list = Object.entries(parameters).map(([name, value]) => `${name}="${value}"`);
      response.setHeader('www-authenticate', `${scheme} ${list.join(', ')}`);
      answer(response, refusal.status, { error: refusal.parameters['error'] ?? 'unauthorized' });
      return;
    }
    note(200);
    if (request.method !== 'POST') {
      answer(response, 405, {});
      return;
    }
    const token = (request.headers.authorization ?? '').split(' ')[1] ?? '';
    const account = (await options.introspect(token))?.account ?? 'nobody';
    const mcp = mcpServer(account);
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once('close', () => void mcp.close());
    await mcp.connect(transport as Transport);
    await transport.handleRequest(request, response, body);
  };

  server.on('request', (request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (!response.headersSent) answer(response, 500, { error: String(error) });
    });
  });

  return {
    url,
    origin,
    metadataUrl,
    /** Each request to the MCP endpoint, with what it came to (200: let through). */
    seen,
    refused,
    presented,
    /** May be changed: it takes no token at all then, or none for `administer`. */
    strictness,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function mcpServer(account: string): McpServer {
  const server = new McpServer({ name: 'protected', version: '1.0.0' });
  const says = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool('who_am_i', { description: 'Whose token this is' }, () => says(account));
  server.registerTool('administer', { description: 'Needs more' }, () => says('administered'));
  return server;
}

type Rpc = { readonly method?: string; readonly params?: { readonly name?: string } };

async function bodyOf(request: IncomingMessage): Promise<Rpc> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? {} : (JSON.parse(Buffer.concat(chunks).toString()) as Rpc);
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
