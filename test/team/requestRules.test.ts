import { describe, expect, it } from 'vitest';
import { firstMail, isHeld, nextRequest } from '../../src/main/team/requestRules.ts';
import type { RequestStep } from '../../src/main/team/requestRules.ts';
import type { PlanRequest, ShutdownRequest, TeamRequest } from '../../src/shared/team.ts';

const base = { id: 'req_1', from: 'lead', to: 'ann', text: 'the parser', at: 0 };
const shutdown = (state: ShutdownRequest['state']): TeamRequest => ({
  ...base,
  kind: 'shutdown',
  state,
});
const plan = (state: PlanRequest['state']): TeamRequest => ({ ...base, kind: 'plan', state });
const answer = (by: string, accept = true): RequestStep => ({
  kind: 'answer',
  by,
  accept,
  text: '',
});
const submit = (by: string): RequestStep => ({ kind: 'submit', by, plan: 'First, then' });
const review = (by: string, approve = true): RequestStep => ({
  kind: 'review',
  by,
  approve,
  feedback: '',
});

describe('what each state of a request takes', () => {
  it.each<[string, TeamRequest, RequestStep, string]>([
    ['a shutdown is accepted', shutdown('asked'), answer('ann'), 'accepted'],
    ['a shutdown is refused', shutdown('asked'), answer('ann', false), 'refused'],
    ['not by who asked', shutdown('asked'), answer('lead'), 'team/request-not-yours'],
    ['not by another', shutdown('asked'), answer('bob'), 'team/request-not-yours'],
    ['not twice', shutdown('accepted'), answer('ann'), 'team/request-over'],
    ['not after a refusal', shutdown('refused'), answer('ann'), 'team/request-over'],
    ['not as a plan', shutdown('asked'), submit('ann'), 'team/other-request'],
    ['nor reviewed', shutdown('asked'), review('lead'), 'team/other-request'],
    ['a plan is submitted', plan('asked'), submit('ann'), 'submitted'],
    ['a plan is submitted again', plan('rejected'), submit('ann'), 'submitted'],
    ['not while it waits', plan('submitted'), submit('ann'), 'team/plan-waits'],
    ['not once it is approved', plan('approved'), submit('ann'), 'team/request-over'],
    ['not by the reviewer', plan('asked'), submit('lead'), 'team/request-not-yours'],
    ['a plan is approved', plan('submitted'), review('lead'), 'approved'],
    ['a plan is rejected', plan('submitted'), review('lead', false), 'rejected'],
    ['not by its writer', plan('submitted'), review('ann'), 'team/request-not-yours'],
    ['not before it is there', plan('asked'), review('lead'), 'team/no-plan'],
    ['not twice', plan('approved'), review('lead', false), 'team/request-over'],
    ['not after a rejection', plan('rejected'), review('lead'), 'team/request-over'],
    ['not as a shutdown', plan('asked'), answer('ann'), 'team/other-request'],
  ])('%s', (_what, request, step, expected) => {
    const outcome = nextRequest(request, step);
    expect(outcome.ok ? outcome.request.state : outcome.error.code).toBe(expected);
  });
});

describe('the mail that goes with it', () => {
  it.each<[TeamRequest, string, string, string, string]>([
    [shutdown('asked'), 'lead', 'ann', 'shutdown_request', 'the parser'],
    [plan('asked'), 'lead', 'ann', 'plan_request', 'Submit a plan for: the parser'],
    [
      { ...base, kind: 'plan', state: 'submitted', plan: 'So' },
      'ann',
      'lead',
      'plan_approval_request',
      'So',
    ],
  ])('brings a new request to whom it is for', (request, from, to, kind, text) => {
    expect(firstMail(request)).toEqual({ from, to, kind, text, requestId: 'req_1' });
  });

  it.each<[TeamRequest, RequestStep, string, string, string]>([
    [shutdown('asked'), answer('ann'), 'lead', 'shutdown_response', 'Shutting down.'],
    [shutdown('asked'), answer('ann', false), 'lead', 'shutdown_response', 'Not now.'],
    [plan('asked'), submit('ann'), 'lead', 'plan_approval_request', 'First, then'],
    [plan('submitted'), review('lead'), 'ann', 'plan_approval_response', 'Approved'],
    [plan('submitted'), review('lead', false), 'ann', 'plan_approval_response', 'Rejected'],
  ])('tells the other side of an answer', (request, step, to, kind, text) => {
    expect(nextRequest(request, step)).toMatchObject({
      ok: true,
      mail: { to, kind, text, requestId: 'req_1' },
    });
  });
});

it.each<[string, readonly TeamRequest[], boolean]>([
  ['who was asked for nothing', [], false],
  ['who is asked for a plan', [plan('asked')], true],
  ['whose plan is not reviewed', [plan('submitted')], true],
  ['whose plan is rejected', [plan('rejected')], true],
  ['whose plan is approved', [plan('approved')], false],
  ['who is asked for another', [plan('approved'), { ...plan('asked'), id: 'req_2' }], true],
  ['who is asked to end', [shutdown('asked')], false],
  ['when the plan is of another', [{ ...plan('asked'), to: 'bob' }], false],
])('knows whether one may go on: %s', (_who, requests, expected) => {
  expect(isHeld('ann', requests)).toBe(expected);
});
