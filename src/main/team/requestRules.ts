import { assertNever } from '../../shared/errors.ts';
import type { AppError } from '../../shared/errors.ts';
import type { Mail, PlanRequest, ShutdownRequest, TeamRequest } from '../../shared/team.ts';

/** What somebody does about a request. */
export type RequestStep =
  | {
      readonly kind: 'answer';
      readonly by: string;
      readonly accept: boolean;
      readonly text: string;
    }
  | { readonly kind: 'submit'; readonly by: string; readonly plan: string }
  | {
      readonly kind: 'review';
      readonly by: string;
      readonly approve: boolean;
      readonly feedback: string;
    };

export type NewMail = Omit<Mail, 'seq' | 'at' | 'isRead'>;

/** The request as it is after a step and the message that tells the other side, or why not. */
export type RequestOutcome =
  | { readonly ok: true; readonly request: TeamRequest; readonly mail: NewMail }
  | { readonly ok: false; readonly error: AppError };

/** The message that brings a new request to whom it is for. */
export function firstMail(request: TeamRequest): NewMail {
  const { id: requestId, from, to } = request;
  if (request.kind === 'shutdown') {
    const text = request.text || 'Shut down.';
    return { from, to, kind: 'shutdown_request', text, requestId };
  }
  if (request.state === 'asked') {
    return {
      from,
      to,
      kind: 'plan_request',
      text: `Submit a plan for: ${request.text}`,
      requestId,
    };
  }
  const text = request.plan ?? '';
  return { from: to, to: from, kind: 'plan_approval_request', text, requestId };
}

/** Each state takes one step only, by one side only: a late or foreign answer changes nothing. */
export function nextRequest(request: TeamRequest, step: RequestStep): RequestOutcome {
  switch (step.kind) {
    case 'answer':
      return request.kind === 'shutdown' ? answer(request, step) : wrongKind(request);
    case 'submit':
      return request.kind === 'plan' ? submit(request, step) : wrongKind(request);
    case 'review':
      return request.kind === 'plan' ? review(request, step) : wrongKind(request);
    default:
      return assertNever(step);
  }
}

type Step<K extends RequestStep['kind']> = Extract<RequestStep, { kind: K }>;

function answer(request: ShutdownRequest, { by, accept, text }: Step<'answer'>): RequestOutcome {
  const { id, from, to } = request;
  if (by !== to) return notYours(id, to);
  if (request.state !== 'asked') return over(id, request.state);
  const state = accept ? 'accepted' : 'refused';
  const said = text || (accept ? 'Shutting down.' : 'Not now.');
  return {
    ok: true,
    request: { ...request, state },
    mail: { from: to, to: from, kind: 'shutdown_response', text: said, requestId: id },
  };
}

function submit(request: PlanRequest, { by, plan }: Step<'submit'>): RequestOutcome {
  const { id, to } = request;
  if (by !== to) return notYours(id, to);
  if (request.state === 'approved') return over(id, request.state);
  if (request.state === 'submitted') {
    return refuse('team/plan-waits', `The plan of ${id} waits for its review.`, { id });
  }
  const next = { ...request, state: 'submitted', plan, feedback: undefined } as const;
  return { ok: true, request: next, mail: firstMail(next) };
}

function review(request: PlanRequest, step: Step<'review'>): RequestOutcome {
  const { id, from, to } = request;
  const { by, approve, feedback } = step;
  if (by !== from) return notYours(id, from);
  if (request.state === 'asked') {
    return refuse('team/no-plan', `${to} has not submitted the plan of ${id} yet.`, { id, to });
  }
  if (request.state !== 'submitted') return over(id, request.state);
  const state = approve ? 'approved' : 'rejected';
  const said = feedback || (approve ? 'Approved' : 'Rejected');
  return {
    ok: true,
    request: { ...request, state, feedback },
    mail: { from, to, kind: 'plan_approval_response', text: said, requestId: id },
  };
}

/** Whether a member may only plan, because a plan of theirs is not approved yet. */
export const isHeld = (member: string, requests: readonly TeamRequest[]): boolean =>
  requests.some(({ kind, to, state }) => kind === 'plan' && to === member && state !== 'approved');

const wrongKind = ({ id, kind }: TeamRequest): RequestOutcome =>
  refuse('team/other-request', `${id} is a request for ${what[kind]}.`, { id, kind });

const what = { shutdown: 'a shutdown', plan: 'a plan' } as const;

const notYours = (id: string, who: string): RequestOutcome =>
  refuse('team/request-not-yours', `${id} is for ${who} to answer.`, { id, who });

const over = (id: string, state: string): RequestOutcome =>
  refuse('team/request-over', `${id} is answered already: ${state}.`, { id, state });

const refuse = (code: string, message: string, params: Record<string, string>): RequestOutcome => ({
  ok: false,
  error: { code, message, params },
});
