import type { FakeAnswer, FakeBlock } from './messagesApi.ts';

type Json = Readonly<Record<string, unknown>>;
type Call = readonly [name: string, input: object];

/** What an agent of a script is told since it last said something, and what it had called then. */
export type News = {
  /** All texts and tool results, one below the other. */
  readonly text: string;
  readonly called: readonly string[];
  /** Whose turn it is; `lead` where the request has no teammate's briefing. */
  readonly who: string;
};

/** Reads a request of the Messages API. */
export function newsOf(body: Json): News {
  const messages = body['messages'] as readonly { role: string; content: readonly Json[] }[];
  const last = messages.at(-1);
  const before = messages.at(-2);
  const system = JSON.stringify(body['system']);
  return {
    text: (last?.content ?? []).map(textOf).join('\n'),
    called: (before?.content ?? []).flatMap((block) =>
      block['type'] === 'tool_use' ? [String(block['name'])] : [],
    ),
    who: /You are \\"(\w+)\\", a teammate/.exec(system)?.[1] ?? 'lead',
  };
}

function textOf(block: Json): string {
  if (block['type'] === 'text') return String(block['text']);
  const { content } = block;
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? (content as Json[]).map(textOf).join('\n') : '';
}

let calls = 0;

/** An answer that calls tools, in the same round. */
export const use = (...tools: readonly Call[]): FakeAnswer => ({
  blocks: tools.map(([name, input]): FakeBlock => {
    calls += 1;
    return { type: 'tool_use', id: `toolu_${calls}`, name, json: JSON.stringify(input) };
  }),
});

export const say = (text: string): FakeAnswer => ({ blocks: [{ type: 'text', text }] });

const allApproved = (asked: ReadonlyMap<string, number>): boolean =>
  ['ada', 'bob'].every((name) => (asked.get(name) ?? 0) > 0);

/**
 * A lead with two teammates: two tasks in worktrees, plans that are held and approved (ada's at
 * the second try), work with the tool `mcpTool` of a server, a third task that their ends unblock,
 * and a shutdown. The plans of `byPerson` are left to a person. Answers whatever request comes by
 * what it says.
 */
export function scriptedTeam(mcpTool: string, byPerson: readonly string[] = []) {
  const plans = new Map<string, number>();
  const done = new Set<string>();
  const steps: Call[] = [
    ['create_task', { subject: 'Write the parser', description: 'In parser.txt.' }],
    ['create_task', { subject: 'Write the printer' }],
    ['create_task', { subject: 'Join them', blockedBy: ['task_1', 'task_2'] }],
    ['create_worktree', { name: 'parser', task_id: 'task_1' }],
    ['create_worktree', { name: 'printer', task_id: 'task_2' }],
    ['spawn_teammate', { name: 'ada', role: 'parsers', prompt: 'Plan task_1, then do it.' }],
    [
      'spawn_teammate',
      { name: 'bob', role: 'printers', prompt: 'Plan task_2, then do it.', mcp: [mcpTool] },
    ],
  ];

  function lead({ text }: News): FakeAnswer {
    const step = steps.shift();
    if (step) return use(step);
    const answers: Call[] = [];
    for (const [, from = '', id = ''] of text.matchAll(
      /<mail from="(\w+)" kind="plan_approval_request" request="(\w+)">/g,
    )) {
      const seen = plans.get(from) ?? 0;
      plans.set(from, seen + 1);
      if (byPerson.includes(from)) continue;
      const approve = from === 'bob' || seen > 0;
      const feedback = approve ? 'Go on.' : 'Say how you test it.';
      answers.push(['review_plan', { request_id: id, approve, feedback }]);
    }
    if (answers.length > 0) return use(...answers);
    for (const [, task = ''] of text.matchAll(/\b(task_\d) is done/g)) done.add(task);
    if (done.size === 3 && allApproved(plans)) {
      done.clear();
      return use(
        ['request_shutdown', { teammate: 'ada' }],
        ['request_shutdown', { teammate: 'bob' }],
      );
    }
    return say('I wait for my team.');
  }

  function teammate({ text, called, who }: News): FakeAnswer {
    const own = who === 'ada' ? 'task_1' : 'task_2';
    if (text.includes('kind="plan_approval_response"')) {
      if (text.includes('Go on.')) return use(['claim_task', { task_id: own }]);
      return use(['submit_plan', { plan: 'Write it, and test it with a table.' }]);
    }
    const claimed = /Claimed (?:for you: )?(task_\d)/.exec(text)?.[1];
    if (claimed !== undefined) {
      return use(
        ['write_file', { path: `${claimed}.txt`, content: `${claimed} by ${who}\n` }],
        [mcpTool, { query: claimed }],
      );
    }
    if (called.includes('write_file')) {
      const commit = 'git add . && git -c user.name=T -c user.email=t@example.org commit -qm work';
      return use(['bash', { command: `${commit}; pwd` }]);
    }
    if (called.includes('bash')) {
      const task = /task_\d|\/(?:parser|printer)\b/.exec(text)?.[0] ?? '';
      const at = task.endsWith('parser')
        ? 'task_1'
        : task.endsWith('printer')
          ? 'task_2'
          : 'task_3';
      return use(['complete_task', { task_id: at }]);
    }
    if (called.includes('complete_task')) {
      const task = /Completed (task_\d)/.exec(text)?.[1] ?? '';
      return use(['send_message', { to: 'lead', content: `${task} is done` }]);
    }
    if (text.includes('Submitted as')) {
      // What it may not do yet.
      return use(['claim_task', { task_id: own }]);
    }
    if (text.includes('Plan task_')) return use(['submit_plan', { plan: `Just write ${own}.` }]);
    return say(text.includes('not approved') ? 'I wait for the review.' : 'Nothing more to do.');
  }

  return (body: Json): FakeAnswer => {
    const news = newsOf(body);
    return news.who === 'lead' ? lead(news) : teammate(news);
  };
}
