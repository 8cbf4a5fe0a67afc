import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { version } from '../../package.json';

const usualPort = 8791;
const maxBody = 65_536;

/** Pushes what is posted to it on this machine: `content`, and `meta` of texts by identifier. */
const Posted = z.object({
  content: z.string().min(1),
  meta: z.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string()).optional(),
});

const server = new McpServer(
  { name: 'inbox', title: 'Inbox', version },
  { capabilities: { experimental: { 'claude/channel': {} } } },
);

// The token is in a file that only this user can read, so that it is in no log and no chat.
const folder = mkdtempSync(join(tmpdir(), 'patchbay-inbox-'));
const tokenFile = join(folder, 'token');
const token = process.env['INBOX_TOKEN'] ?? randomBytes(24).toString('base64url');
writeFileSync(tokenFile, token, { mode: 0o600 });
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
// Whoever started this server is gone.
process.stdin.once('end', () => process.exit());

const digest = (text: string) => createHash('sha256').update(text).digest();

function isAuthorized({ headers }: IncomingMessage): boolean {
  const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** Undefined when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBody) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function read(request: IncomingMessage, body: string): z.infer<typeof Posted> | undefined {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    return Posted.safeParse({ content: body }).data;
  }
  try {
    return Posted.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}

/** The HTTP status and a sentence for whoever posted. */
async function take(request: IncomingMessage): Promise<readonly [status: number, text: string]> {
  if (!isAuthorized(request)) return [401, 'A bearer token is needed.'];
  if (request.method !== 'POST') return [405, 'Only POST is taken.'];
  const body = await bodyOf(request);
  if (body === undefined) return [413, `At most ${maxBody} bytes are taken.`];
  const posted = read(request, body);
  if (posted === undefined) {
    return [400, 'A text is needed, or JSON: {"content": "text", "meta": {"name": "text"}}.'];
  }
  await server.server.notification({ method: 'notifications/claude/channel', params: posted });
  return [202, 'Passed on.'];
}

const http = createServer((request, response) => {
  void take(request)
    .catch((): readonly [number, string] => [500, 'It could not be passed on.'])
    .then(([status, text]) => {
      response.writeHead(status, {
        'content-type': 'text/plain; charset=utf-8',
        ...(status === 401 && { 'www-authenticate': 'Bearer' }),
        ...(status === 413 && { connection: 'close' }),
      });
      response.end(`${text}\n`);
    });
});
http.requestTimeout = 10_000;

async function listen(port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject);
    http.listen(port, '127.0.0.1', resolve);
  });
  const address = http.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function main(): Promise<void> {
  const wanted = Number(process.env['INBOX_PORT'] ?? usualPort);
  // Another inbox may be there already.
  const port = await listen(wanted).catch(() => listen(0));
  const example = `curl http://127.0.0.1:${port} -H "Authorization: Bearer $(cat ${tokenFile})" -d 'The build failed'`;
  server.registerTool(
    'where_to_post',
    {
      title: 'Show where to post',
      description:
        'The address that this inbox takes messages at, and an example. The token is in a file.',
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => ({ content: [{ type: 'text', text: example }] }),
  );
  await server.connect(new StdioServerTransport());
  console.error(`inbox server ready: ${example}`);
}

void main();
