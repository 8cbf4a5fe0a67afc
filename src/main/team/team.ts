import { realpathSync } from 'node:fs';
import { AppFailure } from '../../shared/errors.ts';
import type { TeamBoard, TeamView } from '../../shared/team.ts';
import type { Database } from '../store/database.ts';
import { TaskTable } from '../store/taskTable.ts';
import { WorktreeTable } from '../store/worktreeTable.ts';
import type { BuiltinTool } from '../tools/builtin/builtinTool.ts';
import { createGit } from './git.ts';
import type { GitEnvironment } from './git.ts';
import { TaskBoard } from './taskBoard.ts';
import { createTaskTools } from './tools/taskTools.ts';
import { createWorktreeTools } from './tools/worktreeTools.ts';
import { Worktrees } from './worktrees.ts';

type Surroundings = {
  readonly database: Database;
  /** The login shell's variables. */
  readonly shell: { read(): Promise<GitEnvironment> };
  /** The folder that is shown first. */
  readonly folder: () => { readonly value: string };
  /** Tells the window, at most once a frame. */
  readonly push: { snapshot(name: 'team.changed', read: () => TeamView): void };
};

/** The boards of all folders, and the tools that work on them. */
export class Team {
  readonly board: TaskBoard;
  readonly worktrees: Worktrees;
  /** For the lead. */
  readonly tools: readonly BuiltinTool[];
  readonly #tables: { readonly tasks: TaskTable; readonly worktrees: WorktreeTable };
  readonly #workspace: () => string;

  constructor({ database, shell, folder, push }: Surroundings, now = Date.now) {
    const onChange = () => push.snapshot('team.changed', () => this.view());
    const git = createGit({ environment: () => shell.read() });
    this.#workspace = () => realOf(folder().value);
    this.#tables = { tasks: new TaskTable(database), worktrees: new WorktreeTable(database) };
    this.board = new TaskBoard({ table: this.#tables.tasks, now, onChange });
    this.worktrees = new Worktrees({
      table: this.#tables.worktrees,
      board: this.board,
      git,
      now,
      onChange,
    });
    const { board, worktrees } = this;
    this.tools = [...createTaskTools({ board }), ...createWorktreeTools({ worktrees })];
  }

  view(): TeamView {
    const folders = new Set([
      this.#workspace(),
      ...this.#tables.tasks.workspaces(),
      ...this.#tables.worktrees.workspaces(),
    ]);
    return { boards: [...folders].map((workspace) => this.#boardOf(workspace)) };
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

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
