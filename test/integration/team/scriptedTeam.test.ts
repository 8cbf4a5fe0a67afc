import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scriptedTeam } from '../../fakes/scriptedTeam.ts';
import { emptyFolder, git, repository } from '../../repository.ts';
import { openTeamWorld } from './teamWorld.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : 1);

it(
  'plans, is held, works in worktrees with a server’s tool, unblocks, shuts down',
  { timeout: 100_000 },
  async () => {
    const folder = await repository();
    const file = join(await emptyFolder(), 'patchbay.db');
    const world = await openTeamWorld({ folder, file, answer: scriptedTeam('mcp__tools__echo') });
    const { chats, team } = world;
    const lead = chats.send({ text: 'Do it with a team' });
    const asked: string[] = [];
    await world.until(() => {
      asked.push(...world.allowAsked());
      expect([world.state('ada'), world.state('bob')]).toEqual(['shut-down', 'shut-down']);
      expect(team.teammates.waiting(lead)).toEqual([]);
      expect(chats.activity(lead)).toBe('idle');
    }, 90_000);
    world.expectNoRefusals();

    // Each was held: the first claim was refused by the plan, and no other call was let through before.
    for (const name of ['ada', 'bob']) {
      const held = world.calls(name).findIndex(({ decision }) => decision?.by.kind === 'plan');
      expect(world.calls(name)[held]).toMatchObject({ name: 'claim_task', state: 'denied' });
      const before = world
        .calls(name)
        .slice(0, held)
        .map((call) => call.name);
      expect(before.every((call) => call === 'submit_plan')).toBe(true);
    }
    const plans = world.calls('ada').filter((call) => call.name === 'submit_plan');
    expect(plans).toHaveLength(2);

    // The work is where it belongs: each in its worktree, the third task's in the folder itself.
    const tasks = team.board.list(folder);
    expect(tasks.map(({ state }) => state)).toEqual(['completed', 'completed', 'completed']);
    const [parser, printer, join3] = tasks;
    expect([parser?.owner, printer?.owner]).toEqual(['ada', 'bob']);
    expect(['ada', 'bob']).toContain(join3?.owner);
    const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
    expect(text('.worktrees', 'parser', 'task_1.txt')).toBe('task_1 by ada\n');
    expect(text('.worktrees', 'printer', 'task_2.txt')).toBe('task_2 by bob\n');
    expect(text('task_3.txt')).toBe(`task_3 by ${join3?.owner ?? ''}\n`);
    expect(existsSync(join(folder, 'task_1.txt'))).toBe(false);
    expect(git(folder, 'log', '--format=%s', 'wt/parser')).toBe('work\nOne\n');
    const blockers = [parser?.completedAt ?? Infinity, printer?.completedAt ?? Infinity];
    expect(Math.max(...blockers)).toBeLessThanOrEqual(join3?.claimedAt ?? 0);

    // The server's tool ran for both, and people were asked by the teammates' names.
    for (const name of ['ada', 'bob']) {
      const call = world.calls(name).find((one) => one.server === 'tools');
      expect(call).toMatchObject({ state: 'done', decision: { by: { kind: 'person' } } });
      expect(asked).toContain(`${name} mcp__tools__echo`);
      expect(asked).toContain(`${name} bash`);
    }
    const bobs = world.api.requests
      .map(({ body }) => body)
      .filter((body) => JSON.stringify(body['system']).includes('You are \\"bob\\"'));
    // What is refused to them is not offered, nor spoken of.
    const said = JSON.stringify(bobs.map(({ system, tools }) => [system, tools]));
    expect(said).not.toContain('run_in_background');
    const offered = bobs.map((body) =>
      (body['tools'] as { name: string }[]).map(({ name }) => name),
    );
    expect(offered[0]).toEqual([
      'bash',
      'claim_task',
      'complete_task',
      'list_tasks',
      'read_file',
      'send_message',
      'submit_plan',
      'write_file',
      'mcp__tools__echo',
    ]);

    // Shutdown and answer are matched by their ids, and a result came from each.
    const mail = team.view().teams[0]?.mail ?? [];
    const ids = (kind: string) =>
      mail.flatMap((one) => (one.kind === kind ? [one.requestId ?? ''] : [])).sort(byText);
    expect(ids('shutdown_response')).toEqual(ids('shutdown_request'));
    expect(ids('shutdown_response')).toHaveLength(2);
    const results = mail.filter(({ kind, to }) => kind === 'result' && to === 'lead');
    expect(results.map(({ from }) => from).sort(byText)).toEqual(['ada', 'bob']);
    expect(mail.filter(({ to, isRead }) => to === 'lead' && isRead !== true)).toEqual([]);
  },
);
