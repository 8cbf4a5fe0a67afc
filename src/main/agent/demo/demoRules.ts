import { toolSearchName } from '../../tools/builtin/toolSearch.ts';
import { demoArguments } from './demoArguments.ts';
import { demoIntent } from './demoIntent.ts';
import type { DemoIntent, DemoTask } from './demoIntent.ts';
import type { DemoCall, DemoRequest, DemoTool } from './demoRequest.ts';
import { demoWords, fill } from './demoWords.ts';
import type { DemoWords } from './demoWords.ts';
import { demoWriting } from './demoWriting.ts';

export type DemoBlock =
  | { readonly kind: 'thinking' | 'text'; readonly text: string }
  /** `json` is sent as it is, even when it is no JSON. */
  | { readonly kind: 'tool'; readonly name: string; readonly json: string };

const toolNames: Readonly<Record<DemoTask, RegExp>> = {
  search: /search|find|query/i,
  version: /version/i,
  trigger: /trigger|deploy(?!__status)\w*$/i,
  // Not that of a server, which patchbay's own tells.
  status: /(?<!server_)status/i,
};
/** What to look for where the tools are too many to be told. */
const searchWords: Readonly<Record<DemoTask, string>> = {
  search: 'search docs',
  version: 'version docs',
  trigger: 'trigger deploy',
  status: 'status deploy',
};
const expectedServer: Readonly<Record<DemoTask, string>> = {
  search: 'docs',
  version: 'docs',
  trigger: 'deploy',
  status: 'deploy',
};
const maxQuoted = 2_000;

/**
 * The demo model's next answer. It follows fixed rules over what the request holds: first the
 * connections the message asks for, then the calls, then an answer made of their results.
 */
export function demoAnswer(request: DemoRequest): readonly DemoBlock[] {
  const intent = demoIntent(request);
  const words = demoWords[intent.language];
  if (request.isPushed) return [{ kind: 'text', text: `${words.pushed}\n\n*${words.footer}*` }];
  const next = nextCalls(request, intent);
  if (next.length > 0) {
    const isFirst = request.calls.length === 0;
    const names = next.map(calledName).join(', ');
    const isConnecting = next.every((one) => one.name === 'connect_mcp');
    return [
      ...(isFirst ? [{ kind: 'thinking' as const, text: fill(words.thinking, names) }] : []),
      { kind: 'text', text: fill(isConnecting ? words.connecting : words.calling, names) },
      ...next.map((one) => ({ kind: 'tool' as const, ...one })),
    ];
  }
  if (intent.write) return [{ kind: 'text', text: demoWriting(intent.write) }];
  return [{ kind: 'text', text: `${finalText(request, intent, words)}\n\n*${words.footer}*` }];
}

type NextCall = { readonly name: string; readonly json: string };

/** The calls of the first step that is not done yet; calls of one step run side by side. */
function nextCalls(request: DemoRequest, intent: DemoIntent): readonly NextCall[] {
  const connections = connectCalls(request, intent.connect);
  if (connections.length > 0) return connections;
  const exact = intent.exact.filter(
    ({ name }) => !request.calls.some((call) => call.name === name),
  );
  if (exact.length > 0) return exact;
  for (const task of intent.tasks) {
    if (request.calls.some((call) => isTask(call.name, task))) continue;
    const tool = findTool(request.tools, task, intent.connect);
    if (tool) {
      const input = demoArguments(tool.schema, request.text, intent.query);
      return [{ name: tool.name, json: JSON.stringify(input) }];
    }
    if (canSearch(request)) {
      return [
        { name: toolSearchName, json: JSON.stringify({ query: searchWords[task], limit: 20 }) },
      ];
    }
    const server = expectedServer[task];
    const toConnect = request.servers.includes(server) ? connectCalls(request, [server]) : [];
    if (toConnect.length > 0) return toConnect;
  }
  return [];
}

function canSearch({ tools, calls }: DemoRequest): boolean {
  return (
    tools.some(({ name }) => name === toolSearchName) &&
    !calls.some(({ name }) => name === toolSearchName)
  );
}

function connectCalls(request: DemoRequest, servers: readonly string[]): readonly NextCall[] {
  if (!request.tools.some((tool) => tool.name === 'connect_mcp')) return [];
  const tried = request.calls.filter((call) => call.name === 'connect_mcp');
  return servers
    .filter((name) => !tried.some((call) => call.input['name'] === name))
    .map((name) => ({ name: 'connect_mcp', json: JSON.stringify({ name }) }));
}

function isTask(name: string, task: DemoTask): boolean {
  return name.startsWith('mcp__') && toolNames[task].test(name.split('__').slice(2).join('__'));
}

/** The tool for a task, first on the servers the message names, then on the expected one. */
function findTool(
  tools: readonly DemoTool[],
  task: DemoTask,
  servers: readonly string[],
): DemoTool | undefined {
  const fit = tools.filter((tool) => isTask(tool.name, task));
  const prefixes = [...servers, expectedServer[task]].map((name) => `mcp__${name}__`);
  return fit.find((tool) => prefixes.some((prefix) => tool.name.startsWith(prefix))) ?? fit[0];
}

function calledName({ name, json }: NextCall): string {
  const server = name === 'connect_mcp' ? /"name":"([^"]+)"/.exec(json)?.[1] : undefined;
  return server === undefined ? `\`${name}\`` : `**${server}**`;
}

function finalText(request: DemoRequest, intent: DemoIntent, words: DemoWords): string {
  const paragraphs = [
    ...(request.hasAttached ? [words.attached] : []),
    ...request.calls.map((call) => aboutCall(call, words)),
  ];
  if (intent.listTools) paragraphs.push(toolList(request.tools, words));
  const isUndone = intent.tasks.some(
    (task) => !request.calls.some((one) => isTask(one.name, task)),
  );
  if (isUndone) paragraphs.push(words.noTool);
  return paragraphs.length > 0 ? paragraphs.join('\n\n') : words.fallback;
}

/** A sentence about a call, with what its result says. */
function aboutCall({ name, input, result, isError }: DemoCall, words: DemoWords): string {
  const isConnect = name === 'connect_mcp';
  const who = isConnect ? `**${String(input['name'])}**` : `\`${name}\``;
  if (isError && result.startsWith('The user refused')) return fill(words.refused, who);
  if (isError && result.startsWith('The user stopped')) return fill(words.stopped, who);
  const sentence = isError ? words.failed : isConnect ? words.connected : words.answered;
  return `${fill(sentence, who)}\n\n${quoted(result || words.empty)}`;
}

function quoted(text: string): string {
  const cut = text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text;
  if (/^\s*[[{]/.test(cut)) return `\`\`\`json\n${cut.replaceAll('```', "'''")}\n\`\`\``;
  return cut.replace(/^/gm, '> ');
}

/** Every server's tool with its mark, as its description carries it. */
function toolList(tools: readonly DemoTool[], words: DemoWords): string {
  const lines = tools.map(({ name, description }) => {
    const mark = /\((?:readOnly|destructive)\)$/.exec(description)?.[0] ?? '';
    const about =
      description
        .slice(0, description.length - mark.length)
        .split('\n')[0]
        ?.trim() ?? '';
    const short = about.length > 120 ? `${about.slice(0, 120)}…` : about;
    return `- \`${name}\`${mark === '' ? '' : ` ${mark}`}: ${short}`;
  });
  return lines.length > 0 ? `${words.tools}\n\n${lines.join('\n')}` : words.noTools;
}
