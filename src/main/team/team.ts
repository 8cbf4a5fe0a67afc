import { randomBytes } from 'node:crypto';
import { AppFailure } from '../../shared/errors.ts';
import type { TeamBoard, TeamView } from '../../shared/team.ts';
import { Conversations } from '../store/conversations.ts';
import type { Database } from '../store/database.ts';
import { MailTable } from '../store/mailTable.ts';
import { TaskTable } from '../store/taskTable.ts';
import { TeammateTable } from '../store/teammateTable.ts';
import { WorktreeTable } from '../store/worktreeTable.ts';
import { toWaitFor } from '../tools/builtin/builtinTool.ts';
import type { BuiltinTool } from '../tools/builtin/builtinTool.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import type { Git } from './git.ts';
import { Mailbox } from './mailbox.ts';
import { realFolder } from './realFolder.ts';
import { TaskBoard } from './taskBoard.ts';
import { Teammates } from './teammates.ts';
import type { TeammatesOptions } from './teammates.ts';
import { createLeadTools, createSendMessage, createSubmitPlan } from './tools/mailTools.ts';
import { createTaskTools } from './tools/taskTools.ts';
import { createWorktreeTools } from './tools/worktreeTools.ts';
import { Worktrees } from './worktrees.ts';

type Surroundings = Pick<TeammatesOptions, 'chats' | 'limits' | 'servers'> & {
  readonly database: Database;
  readonly git: Git;
  /** The folder that is shown first. */
  readonly folder: () => { readonly value: string };
  /** The pool of teammates: these tools, and those of servers that may be offered. */
  readonly poolWith: (tools: readonly BuiltinTool[]) => () => ToolPool;
  /** The tools of a workspace folder, of which teammates have some. */
  readonly inWorkspace: readonly BuiltinTool[];
  /** Tells the window, at most once a frame. */
  readonly push: { snapshot(name: 'team.changed', read: () => TeamView): void };
};

/** What a teammate has of the tools of a workspace folder, and of those of the board. */
const ofTeammates: ReadonlySet<string> = new Set([
  'bash',
  'read_file',
  'write_file',
  'list_tasks',
  'claim_task',
  'complete_task',
]);

/** The boards of all folders, those who work from them, and the tools for it. */
export class Team {
  readonly board: TaskBoard;
  readonly worktrees: Worktrees;
  readonly teammates: Teammates;
  /** For the lead. */
  readonly tools: readonly BuiltinTool[];
  readonly #tables: { readonly tasks: TaskTable; readonly worktrees: WorktreeTable };
  readonly #workspace: () => string;
  readonly #pool: () => ToolPool;

  constructor(surroundings: Surroundings, now = Date.now) {
    const { database, git, folder, push, inWorkspace, poolWith } = surroundings;
    const onChange = () => push.snapshot('team.changed', () => this.view());
    this.#workspace = () => realFolder(folder().value);
    this.#tables = { tasks: new TaskTable(database), worktrees: new WorktreeTable(database) };
    this.board = new TaskBoard({ table: this.#tables.tasks, now, onChange });
    this.worktrees = new Worktrees({
      table: this.#tables.worktrees,
      board: this.board,
      git,
      now,
      onChange,
    });
    const mailbox = new Mailbox({
      table: new MailTable(database),
      now,
      newId: () => `req_${randomBytes(4).toString('hex')}`,
      onMail: (team, mail) => this.teammates.arrived(team, mail),
    });
    const boardTools = createTaskTools({
      board: this.board,
      memberOf: (id) => this.teammates.roster.memberOf(id).name,
      // A teammate's file tools may stand in a worktree; the board is of the folder around it.
      workspaceOf: async ({ conversationId, workspace }) => {
        const isTeammate = this.teammates.roster.get(conversationId) !== undefined;
        const whole = isTeammate ? this.teammates.workspaceOf(conversationId) : undefined;
        return whole ?? (await workspace()).root;
      },
    });
    this.teammates = new Teammates({
      ...surroundings,
      table: new TeammateTable(database),
      mailbox,
      board: this.board,
      conversations: new Conversations(database),
      pool: () => this.#pool(),
      now,
      onChange,
    });
    const { teammates, worktrees } = this;
    this.#pool = poolWith([
      ...[...inWorkspace.map(toWaitFor), ...boardTools].filter(({ name }) => ofTeammates.has(name)),
      createSendMessage({ teammates }),
      createSubmitPlan({ teammates, mailbox }),
    ]);
    this.tools = [
      ...boardTools,
      ...createWorktreeTools({ worktrees }),
      ...createLeadTools({ teammates }),
    ];
  }

  view(): TeamView {
    const folders = new Set([
      this.#workspace(),
      ...this.#tables.tasks.workspaces(),
      ...this.#tables.worktrees.workspaces(),
    ]);
    return {
      boards: [...folders].map((workspace) => this.#boardOf(workspace)),
      teams: this.teammates.view(),
    };
  }

  /** A folder that a window names: one that is shown. Throws `team/no-folder` for any other. */
  shown(workspace: string): string {
    if (this.view().boards.some((board) => board.workspace === workspace)) return workspace;
    throw new AppFailure({
      code: 'team/no-folder',
      message: `There is no board of ${workspace}.`,
      params: { folder: workspace },
    });
  }

  #boardOf(workspace: string): TeamBoard {
    return {
      workspace,
      tasks: this.board.list(workspace),
      worktrees: this.worktrees.list(workspace),
      events: this.worktrees.events(workspace),
    };
  }
}
