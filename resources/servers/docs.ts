import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { z } from 'zod';
import { version } from '../../package.json';

type Page = { readonly id: string; readonly title: string; readonly text: string };

const pages: readonly Page[] = [
  {
    id: 'getting-started',
    title: 'Getting started with Patchbay',
    text: `Patchbay is a desktop chat that plugs in any MCP server and shows what each one is doing.
Without an API key a demo model answers. It follows rules instead of thinking, and says so.
Add a key in Settings to chat with a Claude model. The two servers docs and deploy come with the
app: ask the chat to connect to one, or press Start in Servers.`,
  },
  {
    id: 'add-a-server',
    title: 'Add a server',
    text: `Open Servers and choose Add server, or open the settings file from Settings. An entry of
mcpServers names a command, its args, and optionally env, cwd, disabled, connectTimeoutMs,
toolTimeoutMs, idleTimeoutMs and healthCheckMs. Most entries that are published for other MCP clients work as they are. The file is
watched: a saved change starts, stops or restarts only the servers that it touches. A file with a
mistake changes nothing that runs; Patchbay names the line and the reason.`,
  },
  {
    id: 'server-states',
    title: 'What the state of a server means',
    text: `connected: its tools can be used. starting and installing: on its way; installing means that a
command such as npx or uvx is fetching the server first. backoff: it ended and will be started again
after a pause of 1 to 30 seconds. failed: Patchbay gave up, for the reason beside it; five ends within
60 seconds are one. stopped: somebody stopped it, or nobody asked for it yet. disabled: switched off in
its configuration.`,
  },
  {
    id: 'stopping',
    title: 'How a server is stopped',
    text: `Patchbay ends the server's input, which asks it to leave. If it stays, SIGINT, SIGTERM and at last
SIGKILL go to its whole process group, each after a grace time, so that a server started through npx
does not survive its launcher. Press Stop twice to skip to SIGKILL.`,
  },
  {
    id: 'logs',
    title: 'Read the log',
    text: `Logs shows every JSON-RPC message of every server, both ways, with a request and its response on
one line, beside what the server printed to stderr, its changes of state and its exit code or signal.
Open a line to see the messages. Values that look like secrets, and the values of the server's own
environment, are hidden before a line is kept.`,
  },
  {
    id: 'permissions',
    title: 'Which tools run without asking',
    text: `Read-only tools of the bundled servers run at once. Before any other tool runs, the chat shows its
name and all its arguments and asks: allow once, always for this tool, or deny. A server's own word
that a tool is harmless relaxes nothing.`,
  },
  {
    id: 'tool-names',
    title: 'How tools are named',
    text: `The model sees a server's tool as mcp__server__tool, with every character outside letters, digits,
_ and - replaced by _. Long names are cut to 64 characters and end in a short hash. Two names that
collide both stay usable: the later one gets a hash.`,
  },
  {
    id: 'mcp',
    title: 'The Model Context Protocol',
    text: `The Model Context Protocol (MCP) lets a chat use tools that others wrote, in any language. A client
connects to a server, shakes hands, asks for its tools with tools/list and calls one with tools/call.
Messages are JSON-RPC 2.0. A local server is a child process that speaks over its standard input and
output; a remote one is reached over HTTP.`,
  },
  {
    id: 'write-a-server',
    title: 'Write a server of your own',
    text: `A server over stdio reads one JSON message a line from its input and writes one a line to its
output; everything else, such as logging, belongs on stderr. With the TypeScript SDK, create an
McpServer, register a tool with a name, a description and an input schema, and connect it to a
StdioServerTransport. State honest annotations: readOnlyHint, destructiveHint, idempotentHint and
openWorldHint.`,
  },
];

const excerptLength = 220;
const mostResults = 3;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? [];
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Pages that share a word's beginning with the query, those that share most first. */
function search(query: string) {
  const wanted = new Set(wordsOf(query));
  const scored = pages.map((page) => {
    let score = 0;
    const title = wordsOf(page.title);
    const text = wordsOf(page.text);
    for (const word of wanted) {
      if (title.some((other) => other.startsWith(word))) score += 3;
      score += Math.min(3, text.filter((other) => other.startsWith(word)).length);
    }
    return { page, score };
  });
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostResults)
    .map(({ page }) => ({
      id: page.id,
      title: page.title,
      excerpt: excerpt(oneLine(page.text), wanted),
    }));
}

/** The part of a text around the first of the words, cut at spaces. */
function excerpt(text: string, words: ReadonlySet<string>): string {
  const lower = text.toLowerCase();
  const places = [...words].map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, lower.length) - 60);
  const start = places.length === 0 || from === 0 ? 0 : lower.indexOf(' ', from) + 1;
  if (text.length - start <= excerptLength) return (start > 0 ? '… ' : '') + text.slice(start);
  const end = text.lastIndexOf(' ', start + excerptLength);
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)} …`;
}

const server = new McpServer(
  { name: 'docs', title: 'Patchbay documentation', version },
  { instructions: 'Answers questions about Patchbay and MCP from a few built-in pages.' },
);

server.registerTool(
  'search',
  {
    title: 'Search the documentation',
    description: 'Searches the built-in pages about Patchbay and the Model Context Protocol.',
    inputSchema: { query: z.string().min(1).max(500).describe('Words to look for') },
    outputSchema: {
      results: z.array(z.object({ id: z.string(), title: z.string(), excerpt: z.string() })),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  ({ query }) => {
    const results = search(query);
    const titles = pages.map(({ title }) => title).join('; ');
    const text =
      results.length === 0
        ? `No page matches "${query}". The pages are: ${titles}.`
        : results.map(({ title, excerpt: part }) => `${title}\n${part}`).join('\n\n');
    return { content: [{ type: 'text', text }], structuredContent: { results } };
  },
);

server.registerTool(
  'get_version',
  {
    title: 'Get the version',
    description: 'Tells which version of Patchbay the documentation describes.',
    outputSchema: { version: z.string(), pages: z.number().int() },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  () => ({
    content: [{ type: 'text', text: `Patchbay ${version}, ${pages.length} pages` }],
    structuredContent: { version, pages: pages.length },
  }),
);

void server
  .connect(new StdioServerTransport())
  .then(() => console.error(`docs server ready, ${pages.length} pages`));
