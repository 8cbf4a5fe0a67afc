// As many remote servers as paths are asked for, in a process of their own; each takes its time to
// answer `initialize`. Streamable HTTP with plain JSON answers and no session.
import { createServer } from 'node:http';

const delayMs = Number(process.argv[2]);

/** @type {Readonly<Record<string, object>>} */
const answers = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'slow', version: '1.0.0' },
  },
  'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }] },
};

const server = createServer((request, response) => {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  let text = '';
  request.on('data', (chunk) => (text += chunk));
  request.on('end', () => {
    const { id, method } = JSON.parse(text);
    if (id === undefined) return void response.writeHead(202).end();
    const result = answers[method];
    const body = result
      ? { jsonrpc: '2.0', id, result }
      : { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } };
    const send = () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (method === 'initialize') setTimeout(send, delayMs);
    else send();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : '');
});
