import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Conversations } from '../../../src/main/store/conversations.ts';
import { openDatabase } from '../../../src/main/store/database.ts';
import { MailTable } from '../../../src/main/store/mailTable.ts';
import { TeammateTable } from '../../../src/main/store/teammateTable.ts';
import { newsOf, scriptedTeam } from '../../fakes/scriptedTeam.ts';
import { emptyFolder, repository } from '../../repository.ts';
import { openTeamWorld } from './teamWorld.ts';
import type { TeamWorld } from './teamWorld.ts';

/** All mail that conversations were told, by its id, to see that none was told twice. */
const told = (world: TeamWorld): readonly string[] =>
  ['lead', 'ada', 'bob'].flatMap((name) =>
    world.items(name).flatMap(({ id, kind }) => (kind === 'mail' ? [`${name} ${id}`] : [])),
  );

it(
  'goes on after a restart in the middle, with nothing lost and nothing told twice',
  { timeout: 120_000 },
  async () => {
    const folder = await repository();
    const file = join(await emptyFolder(), 'patchbay.db');
    const answer = scriptedTeam('mcp__tools__echo');
    const first = await openTeamWorld({ folder, file, answer });
    const lead = first.chats.send({ text: 'Do it with a team' });
    // Until somebody waits for a person in the middle of its task.
    await first.until(() => {
      const call = first.calls('ada').find(({ name }) => name === 'write_file');
      expect(call?.state).toBe('waiting');
    }, 60_000);
    await first.close();

    const second = await openTeamWorld({ folder, file, answer });
    expect([second.state('ada'), second.state('bob')]).toEqual(['interrupted', 'interrupted']);
    expect(second.team.board.get(folder, 'task_1')).toMatchObject({
      state: 'in_progress',
      owner: 'ada',
    });
    expect(second.calls('ada').find(({ name }) => name === 'write_file')?.state).toBe('stopped');
    expect(second.api.requests).toEqual([]);

    // The lead's mail lets her go on, in her worktree; the person's button bob.
    second.team.teammates.send(lead, 'ada', 'Claimed task_1: go on');
    second.team.teammates.resume(second.id('bob'));
    await second.until(() => {
      second.allowAsked();
      expect(second.team.board.get(folder, 'task_1').state).toBe('completed');
    }, 60_000);
    const text = readFileSync(join(folder, '.worktrees', 'parser', 'task_1.txt'), 'utf8');
    expect(text).toBe('task_1 by ada\n');
    const all = told(second);
    expect(new Set(all).size).toBe(all.length);
    second.expectNoRefusals();
  },
);

/** What a killed app leaves of its database: nothing is closed, and the journal stays. */
function imageOf(file: string, image: string): string {
  for (const end of ['', '-wal']) {
    if (existsSync(file + end)) copyFileSync(file + end, image + end);
  }
  return image;
}

/** Mail is in the conversation of whom it was for, once, if and only if it counts as read. */
function expectMailWhole(file: string): void {
  const database = openDatabase(file);
  const roster = new TeammateTable(database).all();
  const conversations = new Conversations(database);
  for (const team of new Set(roster.map((one) => one.team))) {
    const ids = new Map([['lead', team], ...roster.map(({ name, id }) => [name, id] as const)]);
    for (const { seq, to, kind, isRead } of new MailTable(database).latest(team, 1000)) {
      if (kind === 'shutdown_request') continue;
      const items = conversations.items(ids.get(to) ?? '').map(({ id }) => id);
      const told = items.filter((id) => id === `mail-${seq}`);
      expect([seq, told.length]).toEqual([seq, isRead === true ? 1 : 0]);
    }
  }
  database.close();
}

it(
  'loses no mail and no task wherever the app is killed, and goes on from the middle of one',
  { timeout: 120_000 },
  async () => {
    const folder = await repository();
    const images = await emptyFolder();
    const file = join(await emptyFolder(), 'patchbay.db');
    const script = scriptedTeam('mcp__tools__echo');
    const taken: string[] = [];
    let middle: string | undefined;
    const first = await openTeamWorld({
      folder,
      file,
      answer: (body) => {
        if (middle !== undefined) return { blocks: [], events: 0, ending: 'wait' };
        taken.push(imageOf(file, join(images, `${taken.length}.db`)));
        const { who, called } = newsOf(body);
        // Her file is written, and nobody knows it yet.
        if (who === 'ada' && called.includes('write_file')) middle = taken.at(-1);
        return script(body);
      },
    });
    const lead = first.chats.send({ text: 'Do it with a team' });
    await first.until(() => {
      first.allowAsked();
      expect(middle).toBeDefined();
    }, 60_000);
    await first.close();
    expect(taken.length).toBeGreaterThan(10);
    for (const image of taken.slice(0, -1)) expectMailWhole(image);

    const second = await openTeamWorld({ folder, file: middle ?? '', answer: script });
    expect(second.state('ada')).toBe('interrupted');
    expect(second.team.board.get(folder, 'task_1')).toMatchObject({
      state: 'in_progress',
      owner: 'ada',
    });
    second.team.teammates.send(lead, 'ada', 'Claimed task_1: go on');
    await second.until(() => {
      second.allowAsked();
      expect(second.team.board.get(folder, 'task_1').state).toBe('completed');
    }, 60_000);
    second.expectNoRefusals();
    await second.close();
    expectMailWhole(middle ?? '');
  },
);

it('ends every turn and every look for work when all is stopped', { timeout: 60_000 }, async () => {
  const folder = await repository();
  const file = join(await emptyFolder(), 'patchbay.db');
  const world = await openTeamWorld({ folder, file, answer: scriptedTeam('mcp__tools__echo') });
  const lead = world.chats.send({ text: 'Do it with a team' });
  await world.until(() => expect(world.allowAsked().length).toBeGreaterThan(0), 40_000);
  world.team.teammates.interrupt(lead);
  world.chats.stop(lead);
  await world.until(() => {
    expect([world.state('ada'), world.state('bob')]).toEqual(['interrupted', 'interrupted']);
    expect(world.chats.list().flatMap(({ agents }) => agents)).toEqual([]);
  });
  const { length } = world.api.requests;
  world.team.board.create(folder, { subject: 'One that nobody takes' });
  // What would come, comes before this answer does.
  world.chats.send({ conversationId: lead, text: 'Still there?' });
  await world.until(() => expect(world.chats.activity(lead)).toBe('idle'));
  const later = world.api.requests.slice(length);
  expect(later.every(({ body }) => !JSON.stringify(body['system']).includes('a teammate in'))).toBe(
    true,
  );
  expect(world.team.board.get(folder, 'task_4').state).toBe('pending');
});
