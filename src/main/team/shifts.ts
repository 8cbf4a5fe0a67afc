import type { Chats } from '../agent/chats.ts';
import { toAppError } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import { boardName, lead } from '../../shared/team.ts';
import type { Task, TaskId } from '../../shared/team.ts';
import type { IdleLimits } from './idleStep.ts';
import type { Mailbox } from './mailbox.ts';
import type { Roster } from './roster.ts';
import type { TaskBoard } from './taskBoard.ts';
import { goesOn } from './teammateRules.ts';
import { TeammateService } from './teammateService.ts';
import type { ServiceEnd } from './teammateService.ts';
import { worktreePath } from './worktreeFolder.ts';

/** What teammates need of the conversations. */
export type TeamChats = Pick<
  Chats,
  'create' | 'wake' | 'idle' | 'stop' | 'endAfterRound' | 'activity' | 'open'
>;

export type ShiftsOptions = {
  readonly roster: Roster;
  readonly mailbox: Mailbox;
  readonly board: TaskBoard;
  /** Asked for late: the chats are made after the tools that use this. */
  readonly chats: () => TeamChats;
  readonly limits: () => IdleLimits;
  readonly now: () => number;
  /** The folder whose board a conversation works from. */
  readonly workspaceOf: (id: string) => string | undefined;
  /** Whether there is mail that a conversation has not been told. */
  readonly hasMail: (id: string) => boolean;
};

/** Which teammates are at work, what they do between turns, and what is told when they end. */
export class Shifts {
  readonly #options: ShiftsOptions;
  readonly #services = new Map<string, TeammateService>();
  #isClosed = false;

  constructor(options: ShiftsOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#services.size;
  }

  has(id: string): boolean {
    return this.#services.has(id);
  }

  /** Lets a teammate begin or go on, unless it is at work. */
  begin(id: string): void {
    if (this.#isClosed || this.#services.has(id)) return;
    const { roster, chats, limits, now } = this.#options;
    const service = new TeammateService({
      isWorking: () => chats().activity(id) !== 'idle',
      untilIdle: () => chats().idle(id),
      work: () => chats().wake(id),
      claim: (task) => this.#claim(id, task),
      facts: () => this.#facts(id),
      limits,
      onState: (state) => roster.setState(id, state),
      now,
    });
    this.#services.set(id, service);
    roster.setState(id, 'idle');
    const ended = service.run().catch((): ServiceEnd => 'failed');
    void ended.then((end) => this.#finish(id, end));
  }

  /** Something may have changed for it. */
  look(id: string): void {
    this.#services.get(id)?.look();
  }

  /** Tells it to end after the calls that run; it answers who asked. */
  endSoon(id: string): void {
    this.#options.chats().endAfterRound(id);
    this.look(id);
  }

  /** Ends its turn; only a person lets it go on. */
  stop(id: string): void {
    const service = this.#services.get(id);
    if (service) service.stop('stopped');
    else this.#options.roster.setState(id, 'stopped');
    this.#options.chats().stop(id);
  }

  /** All who work for a lead that is stopped; ending their turns is for whoever stops it. */
  interrupt(team: string): void {
    for (const { id } of this.#options.roster.of(team)) {
      this.#services.get(id)?.stop('interrupted');
    }
  }

  /** Nothing begins after this. */
  close(): void {
    this.#isClosed = true;
    for (const service of this.#services.values()) service.stop('interrupted');
  }

  /** What a teammate has claimed and not completed, the latest claim last. */
  tasksOf(id: string): readonly Task[] {
    const workspace = this.#options.workspaceOf(id);
    if (workspace === undefined) return [];
    return this.#options.board
      .list(workspace)
      .filter((task) => task.state === 'in_progress' && task.conversationId === id)
      .sort((a, b) => (a.claimedAt ?? 0) - (b.claimedAt ?? 0));
  }

  #facts(id: string) {
    const { roster, mailbox, board, workspaceOf, hasMail } = this.#options;
    const { team, name } = roster.byId(id);
    const isHeld = mailbox.isHeld(team, name);
    const hasTask = this.tasksOf(id).length > 0;
    const workspace = workspaceOf(id);
    const looks = workspace !== undefined && !isHeld && !hasTask;
    return {
      isAskedToEnd: this.#shutdownOf(id) !== undefined,
      hasFailed: this.#failureOf(id) !== undefined,
      hasMail: hasMail(id),
      isHeld,
      hasTask,
      claimable: looks ? board.claimable(workspace)[0]?.id : undefined,
    };
  }

  #claim(id: string, taskId: TaskId): void {
    const { roster, mailbox, board, workspaceOf } = this.#options;
    const { team, name } = roster.byId(id);
    const workspace = workspaceOf(id) ?? '';
    let task: Task;
    try {
      task = board.claim(workspace, taskId, name, id);
    } catch (thrown) {
      // Another was faster. It looks again.
      if (!toAppError(thrown).code.startsWith('team/')) throw thrown;
      return;
    }
    const where =
      task.worktree === undefined ? '' : `\nWork in ${worktreePath(workspace, task.worktree)}`;
    const what = task.description === '' ? '' : `\n\n${task.description}`;
    const text = `Claimed for you: ${task.id} (${task.subject})${where}${what}`;
    mailbox.send(team, { from: boardName, to: name, kind: 'assignment', text });
  }

  #finish(id: string, end: ServiceEnd): void {
    this.#services.delete(id);
    if (this.#isClosed) return;
    const { roster, mailbox } = this.#options;
    // Its conversation may be gone for good by now.
    const member = roster.get(id);
    if (!member) return;
    const { team, name } = member;
    roster.setState(id, end);
    if (end === 'stopped' || end === 'interrupted') return;
    const words = [this.#lastWords(id)];
    const failure = this.#failureOf(id);
    if (end === 'failed') words.push(`It ended by an error: ${failure?.message ?? 'unknown'}`);
    const tasks = this.tasksOf(id).map((task) => task.id);
    if (end === 'shut-down') {
      const { board, workspaceOf } = this.#options;
      for (const task of tasks) board.release(workspaceOf(id) ?? '', task);
      const request = this.#shutdownOf(id);
      const answer = { kind: 'answer', by: name, accept: true, text: '' } as const;
      if (request) mailbox.step(team, request.id, answer);
      if (tasks.length > 0) words.push(`Given back: ${tasks.join(', ')}.`);
    } else if (tasks.length > 0) words.push(`Not completed: ${tasks.join(', ')}.`);
    const text = words.filter((one) => one !== '').join('\n\n') || 'Nothing more to do.';
    mailbox.send(team, { from: name, to: lead, kind: 'result', text });
    // What came while it ended.
    const [mail] = mailbox.unread(team, name);
    if (mail && goesOn(end, mail)) this.begin(id);
  }

  #shutdownOf(id: string) {
    const { team, name } = this.#options.roster.byId(id);
    return this.#options.mailbox
      .requests(team)
      .find(({ kind, to, state }) => kind === 'shutdown' && to === name && state === 'asked');
  }

  /** Why its latest turn could not go on. */
  #failureOf(id: string): AppError | undefined {
    const last = this.#options.chats().open(id).items.at(-1);
    return last?.kind === 'notice' && last.level === 'error' ? last.notice : undefined;
  }

  #lastWords(id: string): string {
    const { items } = this.#options.chats().open(id);
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at];
      if (item?.kind === 'text' && item.text.trim() !== '') return item.text.trim();
    }
    return '';
  }
}
