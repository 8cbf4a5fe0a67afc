import type { AgentParts } from '../agent/turnRunner.ts';
import type { IncomingSource } from '../agent/incomingSource.ts';
import type { ChatItem, ChatItemOf } from '../../shared/chat.ts';
import { lead, person } from '../../shared/team.ts';
import type { Mail, TeamOfChat } from '../../shared/team.ts';
import type { StoredConversation } from '../store/conversations.ts';
import type { StoredTeammate, TeammateTable } from '../store/teammateTable.ts';
import type { ToolPool } from '../tools/toolPool.ts';
import { createAllowedPool } from './allowedPool.ts';
import { briefing } from './briefing.ts';
import type { Mailbox } from './mailbox.ts';
import { memberNameRefusal } from './memberName.ts';
import { mayWhileHeld } from './planHold.ts';
import { realFolder } from './realFolder.ts';
import { Roster } from './roster.ts';
import { Shifts } from './shifts.ts';
import type { ShiftsOptions } from './shifts.ts';
import { goesOn, isAtWork, refusals, refuse } from './teammateRules.ts';
import { worktreePath } from './worktreeFolder.ts';

export type TeammatesOptions = Pick<ShiftsOptions, 'board' | 'chats' | 'limits' | 'now'> & {
  readonly table: TeammateTable;
  readonly mailbox: Mailbox;
  readonly conversations: { get(id: string): StoredConversation | undefined };
  /** The tools of teammates, and those of all servers. */
  readonly pool: () => ToolPool;
  /** The names of the servers, for what the lead allows. */
  readonly servers: () => readonly string[];
  readonly onChange: () => void;
};

export type NewTeammate = {
  readonly name: string;
  readonly role: string;
  /** What it is to do first. */
  readonly prompt: string;
  readonly allowed?: readonly string[] | undefined;
};

const mostAtWork = 20;
/** What one model request is given at most; the rest waits for the next one. */
const mostMailAtOnce = 50;
/** Mail to the lead that comes together wakes it once. */
const gatherMs = 50;
const shownMail = 100;

/**
 * The teammates of all leads. Each is a conversation of its own; all that it is told comes as mail,
 * which is on disk before anyone hears of it, so that nothing is lost or told twice.
 */
export class Teammates implements IncomingSource {
  readonly kind = 'mail';
  readonly roster: Roster;
  readonly #options: TeammatesOptions;
  readonly #shifts: Shifts;
  readonly #allowedPool = createAllowedPool();
  readonly #wakes = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: TeammatesOptions) {
    this.#options = options;
    this.roster = new Roster(options);
    this.#shifts = new Shifts({
      ...options,
      roster: this.roster,
      workspaceOf: (id) => this.workspaceOf(id),
      hasMail: (id) => this.waiting(id).length > 0,
    });
  }

  /** The folder whose board a conversation works from. */
  workspaceOf(conversationId: string): string | undefined {
    const folder = this.#options.conversations.get(conversationId)?.workspace;
    return folder === undefined ? undefined : realFolder(folder);
  }

  /** Lets one begin, or again who has ended. Throws AppFailures, see teammateRules. */
  spawn(by: string, { name, role, prompt, allowed }: NewTeammate): StoredTeammate {
    const { conversations, chats, now, mailbox, pool, servers } = this.#options;
    const of = conversations.get(by);
    if (of?.role.kind !== 'lead' || of.workspace === undefined) throw refuse(refusals.onlyLead);
    const problem = memberNameRefusal(name);
    if (problem) throw refuse(problem);
    const known = this.roster.find(by, name);
    if (known && isAtWork(known.state)) throw refuse(refusals.isThere(known.name));
    if (known?.state === 'stopped') throw refuse(refusals.isStopped(known.name));
    if (this.#shifts.count >= mostAtWork) throw refuse(refusals.tooMany(mostAtWork));
    const there = new Set([...servers(), ...pool().definitions.map((one) => one.name)]);
    const unknown = allowed?.find((one) => !there.has(one));
    if (unknown !== undefined) throw refuse(refusals.unknownTool(unknown));
    const child = { kind: 'teammate', parent: by, name } as const;
    const id = known?.id ?? chats().create(name, { role: child, workspace: of.workspace });
    const who = { id, team: by, name: known?.name ?? name, role, allowed };
    const member: StoredTeammate = { ...who, state: 'interrupted', since: now() };
    this.roster.put(member);
    mailbox.send(by, { from: lead, to: member.name, kind: 'message', text: prompt });
    return member;
  }

  /** From one member to another. Answers what is to be known about whether it will be read. */
  send(by: string, to: string, text: string): string {
    const { team, name } = this.roster.memberOf(by);
    const { mailbox } = this.#options;
    if (to === lead && name !== lead) {
      mailbox.send(team, { from: name, to, kind: 'message', text });
      return '';
    }
    const member = this.roster.byName(team, to);
    if (member.id === by) throw refuse(refusals.yourself);
    if (member.state === 'shut-down') throw refuse(refusals.isGone(member.name));
    if (member.state === 'stopped') throw refuse(refusals.isStopped(member.name));
    mailbox.send(team, { from: name, to: member.name, kind: 'message', text });
    if (this.#shifts.has(member.id)) return '';
    return ` ${member.name} is not at work (${member.state}): it reads this when the lead writes to it.`;
  }

  /** Asks a teammate at work to end. Answers the request's id. */
  askShutdown(by: string, to: string): string {
    const member = this.roster.byName(by, to);
    if (!this.#shifts.has(member.id)) throw refuse(refusals.notAtWork(member.name, member.state));
    return this.#options.mailbox.askShutdown(by, lead, member.name).id;
  }

  /** Holds a teammate until a plan of its is approved. Answers the request's id. */
  askPlan(by: string, to: string, task: string): string {
    const member = this.roster.byName(by, to);
    if (member.state === 'shut-down') throw refuse(refusals.isGone(member.name));
    if (member.state === 'stopped') throw refuse(refusals.isStopped(member.name));
    return this.#options.mailbox.askPlan(by, lead, member.name, task).id;
  }

  /** By the lead, or by the person for it. Answers whose plan it was. */
  review(team: string, requestId: string, approve: boolean, feedback: string): string {
    const step = { kind: 'review', by: lead, approve, feedback } as const;
    return this.#options.mailbox.step(team, requestId, step).to;
  }

  /** A person's own words. Who did nothing goes on. */
  write(id: string, text: string): void {
    const { team, name } = this.roster.byId(id);
    this.#options.mailbox.send(team, { from: person, to: name, kind: 'message', text });
  }

  /** Lets one go on that does nothing. */
  resume(id: string): void {
    const { state } = this.roster.byId(id);
    if (isAtWork(state)) return;
    if (this.waiting(id).length > 0) this.#shifts.begin(id);
    else this.write(id, 'Go on where you stopped.');
  }

  /** Ends its turn; only a person lets it go on. */
  stop(id: string): void {
    this.#shifts.stop(this.roster.byId(id).id);
  }

  /** All who work for a lead that is stopped; ending the turns is for whoever stops it. */
  interrupt(team: string): void {
    clearTimeout(this.#wakes.get(team));
    this.#wakes.delete(team);
    this.#shifts.interrupt(team);
  }

  /** What a conversation is told before its next model request. A shutdown is not for the model. */
  waiting(conversationId: string): readonly ChatItemOf<'mail'>[] {
    const { team, name } = this.roster.memberOf(conversationId);
    return this.#options.mailbox
      .unread(team, name)
      .filter(({ kind }) => kind !== 'shutdown_request')
      .slice(0, mostMailAtOnce)
      .map(itemOf);
  }

  keep(conversationId: string, item: ChatItem, put: () => void): void {
    const { team, name } = this.roster.memberOf(conversationId);
    this.#options.mailbox.deliver(team, name, Number(item.id.slice(itemStart.length)), put);
    this.#options.onChange();
  }

  /** Somebody has mail. */
  arrived(team: string, mail: Mail): void {
    this.#options.onChange();
    if (this.#isClosed) return;
    if (mail.to === lead) return this.#wakeSoon(team);
    const member = this.roster.find(team, mail.to);
    if (!member) return;
    if (!this.#shifts.has(member.id)) {
      if (goesOn(member.state, mail)) this.#shifts.begin(member.id);
    } else if (mail.kind === 'shutdown_request') this.#shifts.endSoon(member.id);
    else this.#shifts.look(member.id);
  }

  agentOf({ id }: StoredConversation): AgentParts | undefined {
    const member = this.roster.get(id);
    if (!member) return undefined;
    const { mailbox, pool } = this.#options;
    return {
      pool: () => this.#allowedPool(pool(), this.roster.get(id)?.allowed),
      briefing: briefing(member),
      folder: () => {
        const workspace = this.workspaceOf(id);
        const inTrees = this.#shifts.tasksOf(id).filter((task) => task.worktree !== undefined);
        const worktree = inTrees.at(-1)?.worktree;
        if (workspace === undefined || worktree === undefined) return workspace;
        return worktreePath(workspace, worktree);
      },
      isHeld: (tool) => !mayWhileHeld(tool) && mailbox.isHeld(member.team, member.name),
    };
  }

  /** The chats that have teammates, the latest first. */
  view(): readonly TeamOfChat[] {
    const { conversations, mailbox } = this.#options;
    const ids = [...new Set(this.roster.all().map(({ team }) => team))].reverse();
    return ids.flatMap((id) => {
      const title = conversations.get(id)?.title;
      const workspace = this.workspaceOf(id);
      if (title === undefined || workspace === undefined) return [];
      const teammates = this.roster.of(id).map(({ team, ...one }) => ({
        ...one,
        isHeld: mailbox.isHeld(team, one.name),
        tasks: this.#shifts.tasksOf(one.id).map((task) => task.id),
      }));
      const plans = mailbox
        .requests(id)
        .flatMap((one) => (one.kind === 'plan' && one.state === 'submitted' ? [one] : []));
      return [{ id, title, workspace, teammates, plans, mail: mailbox.latest(id, shownMail) }];
    });
  }

  /** Nothing begins after this. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#wakes.values()) clearTimeout(timer);
    this.#shifts.close();
  }

  #wakeSoon(team: string): void {
    if (this.#wakes.has(team)) return;
    const wake = (): void => {
      this.#wakes.delete(team);
      this.#options.chats().wake(team);
    };
    this.#wakes.set(team, setTimeout(wake, gatherMs));
  }
}

const itemStart = 'mail-';

const itemOf = ({ seq, at, from, kind, text, requestId }: Mail): ChatItemOf<'mail'> => ({
  id: `${itemStart}${seq}`,
  at,
  kind: 'mail',
  from,
  mailKind: kind,
  text,
  ...(requestId !== undefined && { requestId }),
});
