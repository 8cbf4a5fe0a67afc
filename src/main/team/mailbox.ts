import { AppFailure } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Mail, PlanRequest, ShutdownRequest, TeamRequest } from '../../shared/team.ts';
import type { MailTable } from '../store/mailTable.ts';
import { firstMail, isHeld, nextRequest } from './requestRules.ts';
import type { NewMail, RequestStep } from './requestRules.ts';

type Options = {
  readonly table: MailTable;
  readonly now: () => number;
  /** Of a request, such as req_k3v9pz. */
  readonly newId: () => string;
  /** Somebody has mail. */
  readonly onMail: (team: string, mail: Mail) => void;
};

const maxText = 100_000;

/**
 * Mail between the members of a team, by their names, and the requests that go with it. Kept on
 * disk: what is not read before a restart is read after it, and nothing is read twice.
 */
export class Mailbox {
  readonly #options: Options;
  constructor(options: Options) {
    this.#options = options;
  }

  /** Throws `team/mail-empty` or `team/mail-too-long`. */
  send(team: string, mail: NewMail): Mail {
    check(mail.text);
    const { table, now, onMail } = this.#options;
    const sent = table.alone(() => table.add(team, { ...mail, at: now() }));
    onMail(team, sent);
    return sent;
  }

  /** What a member has not read yet, in the order it was sent. */
  unread(team: string, member: string): readonly Mail[] {
    return this.#options.table.unread(team, member);
  }

  /** Calls `put`, which keeps what a member reads, and takes all up to the number as read: both or neither. */
  deliver(team: string, member: string, upTo: number, put: () => void = () => undefined): void {
    const { table, now } = this.#options;
    table.alone(() => {
      put();
      table.markRead(team, member, upTo, now());
    });
  }

  /** Everything that was sent, the latest first. */
  latest(team: string, limit = 100): readonly Mail[] {
    return this.#options.table.latest(team, limit);
  }

  requests(team: string): readonly TeamRequest[] {
    return this.#options.table.requests(team);
  }

  /** Whether a member may only plan, because a plan of theirs is not approved yet. */
  isHeld(team: string, member: string): boolean {
    return isHeld(member, this.requests(team));
  }

  askShutdown(team: string, from: string, to: string, text = ''): ShutdownRequest {
    return this.#open(team, { kind: 'shutdown', from, to, state: 'asked', text });
  }

  askPlan(team: string, from: string, to: string, text: string): PlanRequest {
    return this.#open(team, { kind: 'plan', from, to, state: 'asked', text });
  }

  /** A plan that the member was asked for or not: the one that waits for it, or a new one. */
  submitPlan(team: string, by: string, reviewer: string, plan: string): TeamRequest {
    check(plan);
    const isWaiting = ({ kind, to, state }: TeamRequest) =>
      kind === 'plan' && to === by && state !== 'approved';
    const waiting = this.requests(team).find(isWaiting);
    if (waiting) return this.step(team, waiting.id, { kind: 'submit', by, plan });
    return this.#open<PlanRequest>(team, {
      kind: 'plan',
      from: reviewer,
      to: by,
      state: 'submitted',
      text: '',
      plan,
    });
  }

  /** Throws `team/unknown-request` and what requestRules refuses. */
  step(team: string, id: string, step: RequestStep): TeamRequest {
    const { table, now, onMail } = this.#options;
    const { request, mail } = table.alone(() => {
      const before = table.request(team, id);
      if (!before) throw new AppFailure(unknown(id));
      const outcome = nextRequest(before, step);
      if (!outcome.ok) throw new AppFailure(outcome.error);
      table.putRequest(team, outcome.request);
      const sent = table.add(team, { ...outcome.mail, at: now() });
      return { ...outcome, mail: sent };
    });
    onMail(team, mail);
    return request;
  }

  #open<R extends TeamRequest>(team: string, draft: Omit<R, 'id' | 'at'>): R {
    const { table, now, newId, onMail } = this.#options;
    const request = { ...draft, id: newId(), at: now() } as R;
    const mail = table.alone(() => {
      table.putRequest(team, request);
      return table.add(team, { ...firstMail(request), at: request.at });
    });
    onMail(team, mail);
    return request;
  }
}

function check(text: string): void {
  if (text.trim() === '') throw new AppFailure(empty);
  if (text.length > maxText) throw new AppFailure(tooLong);
}

const empty: AppError = { code: 'team/mail-empty', message: 'The message is empty.' };

const tooLong: AppError = {
  code: 'team/mail-too-long',
  message: `The message has more than ${maxText} characters. Put it in a file and name that.`,
  params: { limit: maxText },
};

const unknown = (id: string): AppError => ({
  code: 'team/unknown-request',
  message: `There is no request ${id}.`,
  params: { id },
});
