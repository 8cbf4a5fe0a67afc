import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FakeAnswer } from '../../fakes/messagesApi.ts';
import { newsOf, say, use } from '../../fakes/scriptedTeam.ts';
import { emptyFolder } from '../../repository.ts';
import { openTeamWorld } from './teamWorld.ts';

const teammates = 20;
const tasks = 50;

/** A lead that fills the board and starts everyone; teammates that do what is claimed for them. */
function manyTeammates(): (body: Readonly<Record<string, unknown>>) => FakeAnswer {
  let step = 0;
  return (body) => {
    const { who, text, called } = newsOf(body);
    if (who !== 'lead') {
      const claimed = /Claimed for you: (task_\d+)/.exec(text)?.[1];
      if (claimed === undefined) return say(called.length > 0 ? 'Done.' : 'Ready.');
      return use(['complete_task', { task_id: claimed }]);
    }
    step += 1;
    if (step === 1) {
      return use(
        ...Array.from({ length: tasks }, (_one, number) => {
          return ['create_task', { subject: `Task ${number}` }] as const;
        }),
      );
    }
    if (step > 2) return say('I wait.');
    return use(
      ...Array.from({ length: teammates }, (_one, number) => {
        return ['spawn_teammate', { name: `t${number}`, role: 'r', prompt: 'Work.' }] as const;
      }),
    );
  };
}

it('has 20 teammates do 50 tasks, no task twice', { timeout: 120_000 }, async () => {
  const folder = await emptyFolder();
  const file = join(await emptyFolder(), 'patchbay.db');
  const limits = { poll: 0.02, idle: 1 };
  const world = await openTeamWorld({ folder, file, answer: manyTeammates(), limits });
  const lead = world.chats.send({ text: 'Do it all' });
  const board = () => world.team.board.list(folder);
  await world.until(() => {
    expect(board().filter(({ state }) => state === 'completed')).toHaveLength(tasks);
    const states = world.team.teammates.roster.all().map(({ state }) => state);
    expect(states.filter((state) => state === 'ended')).toHaveLength(teammates);
    expect(world.team.teammates.waiting(lead)).toEqual([]);
    expect(world.chats.activity(lead)).toBe('idle');
  }, 100_000);
  world.expectNoRefusals();

  // Each was claimed for one, who completed it, once.
  const mail = world.team.teammates.roster
    .all()
    .flatMap(({ name }) =>
      world
        .items(name)
        .flatMap((item) =>
          item.kind === 'mail' && item.mailKind === 'assignment'
            ? [/task_\d+/.exec(item.text)?.[0] ?? '']
            : [],
        ),
    );
  expect(mail).toHaveLength(tasks);
  expect(new Set(mail).size).toBe(tasks);
  const completions = world.team.teammates.roster
    .all()
    .flatMap(({ name }) => world.calls(name).filter((call) => call.name === 'complete_task'));
  expect(completions.map(({ state }) => state)).toEqual(
    Array.from({ length: tasks }, () => 'done'),
  );
  expect(new Set(board().map(({ owner }) => owner)).size).toBeGreaterThan(1);
  // And the lead heard of each end, once.
  const results = world.items('lead').flatMap((item) => (item.kind === 'mail' ? [item.from] : []));
  expect(new Set(results).size).toBe(teammates);
  expect(results).toHaveLength(teammates);
});
