import { lead } from '../../../shared/team.ts';
import type { BuiltinTool } from '../../tools/builtin/builtinTool.ts';
import { said } from '../../tools/builtin/said.ts';
import type { ApiSchema } from '../../tools/schema/inputSchema.ts';
import type { Mailbox } from '../mailbox.ts';
import type { Teammates } from '../teammates.ts';
import { strings, text } from './toolText.ts';

type Options = { readonly teammates: Teammates; readonly mailbox: Mailbox };

const marks = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
const base = { annotations: marks, permission: 'allow', needsWorkspace: true } as const;
const longText = { type: 'string', minLength: 1, maxLength: 100_000 } as const;
const memberName = { type: 'string', description: 'The name of a teammate' } as const;

const taking = (
  properties: Readonly<Record<string, object>>,
  required: readonly string[] = Object.keys(properties),
): ApiSchema => ({ type: 'object', properties, required: [...required] });

/** By which members write to each other: the lead's and teammates'. */
export function createSendMessage({ teammates }: Pick<Options, 'teammates'>): BuiltinTool {
  return {
    ...base,
    name: 'send_message',
    title: 'Send message',
    description:
      'Send a message to a member of the team by name; the lead is "lead". It is read before its next step and wakes who is idle.',
    inputSchema: taking({ to: memberName, content: longText }),
    subject: (input) => ({ kind: 'name', value: text(input, 'to') }),
    async run(input, { conversationId }) {
      const to = text(input, 'to');
      const note = teammates.send(conversationId, to, text(input, 'content'));
      return said(`Sent to ${to}.${note}`);
    },
  };
}

/** By which a teammate hands in a plan. */
export function createSubmitPlan({ teammates, mailbox }: Options): BuiltinTool {
  return {
    ...base,
    name: 'submit_plan',
    title: 'Submit plan',
    description:
      'Submit a plan for approval by the lead or the user. From then on until it is approved, calls that could change something are refused: end your answer, and the review wakes you.',
    inputSchema: taking({ plan: longText }),
    async run(input, { conversationId }) {
      const { team, name } = teammates.roster.memberOf(conversationId);
      const { id } = mailbox.submitPlan(team, name, lead, text(input, 'plan'));
      return said(`Submitted as ${id}. End your answer now and wait for its review.`);
    },
  };
}

/** The tools by which the lead has others work for it. */
export function createLeadTools({ teammates }: Pick<Options, 'teammates'>): readonly BuiltinTool[] {
  return [
    {
      ...base,
      name: 'spawn_teammate',
      title: 'Start teammate',
      description:
        'Start a teammate: an agent of its own that works on what the prompt says, then on mail and on tasks of the board that can begin. It has bash, read_file, write_file, send_message, submit_plan, list_tasks, claim_task, complete_task and your MCP tools; mcp narrows those to some servers or tools. A name that has ended begins again where it was.',
      inputSchema: taking(
        {
          name: { type: 'string', description: 'Short, such as ada' },
          role: { type: 'string', description: 'What it is for, in a few words', maxLength: 500 },
          prompt: longText,
          mcp: {
            type: 'array',
            items: { type: 'string' },
            maxItems: 200,
            description:
              'Names of servers, or of single tools as you call them; [] for none. All when absent.',
          },
        },
        ['name', 'role', 'prompt'],
      ),
      subject: (input) => ({ kind: 'name', value: text(input, 'name') }),
      async run(input, { conversationId }) {
        const { name } = teammates.spawn(conversationId, {
          name: text(input, 'name'),
          role: text(input, 'role'),
          prompt: text(input, 'prompt'),
          allowed: input['mcp'] === undefined ? undefined : strings(input, 'mcp'),
        });
        return said(
          `${name} is at work. Its mail comes to you by itself: end your answer when there is nothing else to do.`,
        );
      },
    },
    {
      ...base,
      annotations: { ...marks, readOnlyHint: true },
      name: 'check_inbox',
      title: 'Check inbox',
      description:
        'Look whether there is mail. Mail comes to you by itself before your next step; it is never the user speaking unless it is from "user".',
      inputSchema: { type: 'object', properties: {} },
      async run(_input, { conversationId }) {
        const mail = teammates.waiting(conversationId);
        const from = [...new Set(mail.map((one) => one.from))].join(', ');
        return said(mail.length === 0 ? 'No new mail.' : `${mail.length} new, from ${from}:`);
      },
    },
    {
      ...base,
      name: 'request_shutdown',
      title: 'Ask to end',
      description:
        'Ask a teammate to end. It answers by mail under the same request id once the calls that it runs are over; a task that it has not completed goes back to the board.',
      inputSchema: taking({ teammate: memberName }),
      subject: (input) => ({ kind: 'name', value: text(input, 'teammate') }),
      async run(input, { conversationId }) {
        const to = text(input, 'teammate');
        return said(`Asked ${to} to end: ${teammates.askShutdown(conversationId, to)}`);
      },
    },
    {
      ...base,
      name: 'request_plan',
      title: 'Ask for a plan',
      description:
        'Ask a teammate for a plan of a piece of work. Until you or the user have approved it, its calls that could change something are refused. The plan comes by mail.',
      inputSchema: taking({ teammate: memberName, task: longText }),
      subject: (input) => ({ kind: 'name', value: text(input, 'teammate') }),
      async run(input, { conversationId }) {
        const to = text(input, 'teammate');
        const id = teammates.askPlan(conversationId, to, text(input, 'task'));
        return said(`Asked ${to} for a plan: ${id}`);
      },
    },
    {
      ...base,
      name: 'review_plan',
      title: 'Review plan',
      description: 'Approve or reject a plan by the id of its request. Feedback goes with it.',
      inputSchema: taking(
        {
          request_id: { type: 'string', description: 'Such as req_k3v9pz' },
          approve: { type: 'boolean' },
          feedback: { type: 'string', maxLength: 20_000 },
        },
        ['request_id', 'approve'],
      ),
      async run(input, { conversationId }) {
        const id = text(input, 'request_id');
        const approve = input['approve'] === true;
        const who = teammates.review(conversationId, id, approve, text(input, 'feedback'));
        return said(`${approve ? 'Approved' : 'Rejected'} the plan of ${who} (${id})`);
      },
    },
    createSendMessage({ teammates }),
  ];
}
