import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeletedConversations } from '../../src/main/store/deletedConversations.ts';
import { toAppError } from '../../src/shared/errors.ts';
import { folder, openTeam } from '../fakes/fakeTeam.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Played = ReturnType<typeof openTeam>;

/** A lead `L`, and whoever is named at work on "Begin.". */
async function start(...names: string[]): Promise<Played> {
  const played = openTeam();
  played.chats.create('L', { workspace: folder });
  for (const name of names) spawn(played, name);
  await settled();
  return played;
}
const spawn = ({ teammates }: Played, name: string, prompt = 'Begin.') =>
  teammates.spawn('L', { name, role: 'tester', prompt });
/** Lets all happen that waits for no timer, and what is gathered for a moment. */
const settled = () => vi.advanceTimersByTimeAsync(60);
const stateOf = ({ teammates }: Played, name: string) => teammates.roster.get(name)?.state;
const mailOf = ({ team }: Played) =>
  team
    .view()
    .teams.flatMap(({ mail }) =>
      mail.map(({ from, to, kind, text }) => `${from} > ${to} ${kind}: ${text}`),
    )
    .reverse();
const codeOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (thrown) {
    return toAppError(thrown).code;
  }
};

describe('a teammate', () => {
  it('begins on what the lead wrote, is idle, and after a while ends with its last words', async () => {
    const played = await start('ada');
    expect(played.chats.turns).toEqual(['ada: Begin.']);
    expect(stateOf(played, 'ada')).toBe('working');
    played.chats.end('ada', 'Did it.');
    await settled();
    expect(stateOf(played, 'ada')).toBe('idle');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(stateOf(played, 'ada')).toBe('idle');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(stateOf(played, 'ada')).toBe('ended');
    expect(mailOf(played).at(-1)).toBe('ada > lead result: Did it.');
    expect(played.chats.turns.at(-1)).toBe('L: Did it.');
  });

  it('wakes on mail at once, and after it ended on mail from the lead, not from others', async () => {
    const played = await start('ada', 'bob');
    played.chats.end('ada', 'Waiting.');
    await settled();
    expect(played.teammates.send('bob', 'ada', 'Look at this')).toBe('');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Look at this');
    played.chats.end('ada', 'Seen.');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(stateOf(played, 'ada')).toBe('ended');
    expect(played.teammates.send('bob', 'ada', 'Are you there?')).toContain(
      'is not at work (ended)',
    );
    await settled();
    expect(stateOf(played, 'ada')).toBe('ended');
    played.teammates.send('L', 'ada', 'One more');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Are you there? | One more');
  });

  it('claims what can begin, one task at a time, and says what it has not completed', async () => {
    const played = await start('ada');
    const { board } = played.team;
    board.create(folder, { subject: 'First', description: 'All of it' });
    board.create(folder, { subject: 'Second' });
    board.create(folder, { subject: 'Third', blockedBy: ['task_2'] });
    played.chats.end('ada', 'Ready.');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Claimed for you: task_1 (First)\n\nAll of it');
    expect(board.get(folder, 'task_1')).toMatchObject({ owner: 'ada', conversationId: 'ada' });
    played.chats.end('ada', 'I wonder.');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(board.get(folder, 'task_2').state).toBe('pending');
    board.complete(folder, 'task_1', 'ada');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(board.get(folder, 'task_2').owner).toBe('ada');
    played.chats.end('ada', 'Too hard.');
    await vi.advanceTimersByTimeAsync(61_000);
    expect(mailOf(played).at(-1)).toBe('ada > lead result: Too hard.\n\nNot completed: task_2.');
    expect(board.get(folder, 'task_3').state).toBe('pending');
  });

  it('is held from the asking for a plan to its approval, and claims nothing meanwhile', async () => {
    const played = await start('ada');
    const { teammates, team, chats, conversations } = played;
    const parts = () => {
      const stored = conversations.get('ada');
      return stored && teammates.agentOf(stored);
    };
    const may = (name: string) => {
      const tool = parts()?.pool().find(name);
      return tool !== undefined && parts()?.isHeld?.(tool) !== true;
    };
    team.board.create(folder, { subject: 'First' });
    const id = teammates.askPlan('L', 'ada', 'the parser');
    expect([may('submit_plan'), may('mcp__docs__search'), may('claim_task')]).toEqual([
      true,
      false,
      false,
    ]);
    chats.end('ada', 'Planning.');
    await settled();
    expect(chats.turns.at(-1)).toBe('ada: Submit a plan for: the parser');
    chats.end('ada', 'Planned.');
    await vi.advanceTimersByTimeAsync(600_000);
    expect(stateOf(played, 'ada')).toBe('idle');
    expect(team.board.get(folder, 'task_1').state).toBe('pending');
    expect(codeOf(() => teammates.review('L', id, true, ''))).toBe('team/no-plan');
    expect(may('mcp__docs__search')).toBe(false);
  });

  it('answers the request to end by its id, gives its task back, and is not woken by mail then', async () => {
    const played = await start('ada');
    const { teammates, team } = played;
    team.board.create(folder, { subject: 'First' });
    played.chats.end('ada', 'Ready.');
    await settled();
    expect(team.board.get(folder, 'task_1').owner).toBe('ada');
    const id = teammates.askShutdown('L', 'ada');
    await settled();
    expect(stateOf(played, 'ada')).toBe('shut-down');
    const answers = team.view().teams[0]?.mail.filter(({ requestId }) => requestId === id);
    expect(answers?.map(({ kind }) => kind)).toEqual(['shutdown_response', 'shutdown_request']);
    expect(mailOf(played).at(-1)).toBe('ada > lead result: half\n\nGiven back: task_1.');
    expect(team.board.get(folder, 'task_1').state).toBe('pending');
    expect(codeOf(() => teammates.send('L', 'ada', 'Hello?'))).toBe('team/member-gone');
    expect(codeOf(() => teammates.askShutdown('L', 'ada'))).toBe('team/member-not-at-work');
    spawn(played, 'ada', 'Once more.');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Once more.');
  });

  it('that could not go on says why, takes no task, and goes on when it is written to', async () => {
    const played = await start('ada');
    played.team.board.create(folder, { subject: 'First' });
    played.chats.end('ada', 'No credit.', true);
    await settled();
    expect(stateOf(played, 'ada')).toBe('failed');
    expect(played.team.board.get(folder, 'task_1').state).toBe('pending');
    expect(mailOf(played).at(-1)).toBe('ada > lead result: It ended by an error: No credit.');
    played.teammates.resume('ada');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Go on where you stopped.');
  });
});

describe('a person', () => {
  it('stops one for good: the lead can not let it go on, the person can', async () => {
    const played = await start('ada');
    played.teammates.stop('ada');
    await settled();
    expect(stateOf(played, 'ada')).toBe('stopped');
    expect(mailOf(played)).toEqual(['lead > ada message: Begin.']);
    expect(codeOf(() => played.teammates.send('L', 'ada', 'Go on'))).toBe('team/member-stopped');
    expect(codeOf(() => spawn(played, 'ada'))).toBe('team/member-stopped');
    played.teammates.write('ada', 'Try again');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Try again');
  });

  it('stops all, also who is idle: no mail wakes the lead, which may let them go on later', async () => {
    const played = await start('ada', 'bob');
    played.chats.end('ada', 'Idle.');
    await settled();
    played.teammates.interrupt('L');
    for (const name of ['ada', 'bob']) played.chats.stop(name);
    await vi.advanceTimersByTimeAsync(120_000);
    expect([stateOf(played, 'ada'), stateOf(played, 'bob')]).toEqual([
      'interrupted',
      'interrupted',
    ]);
    expect(played.chats.turns).toEqual(['ada: Begin.', 'bob: Begin.']);
    played.teammates.send('L', 'bob', 'Go on');
    await settled();
    expect(stateOf(played, 'bob')).toBe('working');
  });
});

it('goes on after a restart with nothing lost and nothing told twice', async () => {
  const before = await start('ada', 'bob');
  before.chats.end('ada', 'Half of it.');
  await settled();
  before.teammates.send('L', 'bob', 'Not read yet');
  before.teammates.close();
  const after = openTeam(before.database);
  expect([stateOf(after, 'ada'), stateOf(after, 'bob')]).toEqual(['interrupted', 'interrupted']);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(after.chats.turns).toEqual([]);
  after.teammates.resume('bob');
  after.teammates.send('L', 'ada', 'Go on');
  await settled();
  expect(after.chats.turns).toEqual(['bob: Not read yet', 'ada: Go on']);
  const told = after.conversations
    .items('bob')
    .flatMap((item) => (item.kind === 'mail' ? [item.text] : []));
  expect(told).toEqual(['Begin.', 'Not read yet']);
});

describe('a team whose chat is deleted', () => {
  it('comes to rest, and goes on when the deletion is taken back', async () => {
    const played = await start('ada', 'bob');
    const deleted = new DeletedConversations(played.database);
    played.chats.end('ada', 'Idle.');
    await settled();
    played.teammates.interrupt('L');
    played.chats.stop('bob');
    deleted.mark('L', 1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(played.chats.turns).toEqual(['ada: Begin.', 'bob: Begin.']);
    expect(played.team.view().teams).toEqual([]);
    deleted.mark('L', undefined);
    expect([stateOf(played, 'ada'), stateOf(played, 'bob')]).toEqual([
      'interrupted',
      'interrupted',
    ]);
    played.teammates.resume('ada');
    await settled();
    expect(played.chats.turns.at(-1)).toBe('ada: Go on where you stopped.');
  });

  it('leaves nothing behind, not even by a turn that ends after it', async () => {
    const played = await start('ada');
    played.team.board.create(folder, { subject: 'First' });
    played.teammates.interrupt('L');
    const deleted = new DeletedConversations(played.database);
    deleted.mark('L', 1);
    // The turn ends, and its chat goes before anyone else learns of that.
    played.chats.stop('ada');
    deleted.purge('L');
    played.teammates.roster.forget('L');
    await settled();
    expect(played.teammates.roster.all()).toEqual([]);
    for (const table of ['teammates', 'team_messages', 'team_requests', 'conversations', 'items']) {
      expect(played.database.prepare(`SELECT * FROM ${table}`).all()).toEqual([]);
    }
    expect(codeOf(() => played.teammates.write('ada', 'Hello?'))).toBe('team/unknown-member');
    expect(played.team.board.get(folder, 'task_1').state).toBe('pending');
  });
});

describe('who may be started', () => {
  it.each([
    ['a name that is none', { name: 'ada b' }, 'team/member-name'],
    ['one that is at work', { name: 'ADA' }, 'team/member-there'],
    ['a tool that is not there', { name: 'bob', allowed: ['docs', 'wiki'] }, 'team/unknown-tool'],
  ])('not %s', async (_name, more, code) => {
    const { teammates } = await start('ada');
    const spawnIt = () => teammates.spawn('L', { role: '', prompt: 'x', ...more });
    expect(codeOf(spawnIt)).toBe(code);
  });

  it('not by a teammate, nor by a chat without a folder, nor more than 20', async () => {
    const played = await start('ada');
    const other = { name: 'bob', role: '', prompt: 'x' };
    expect(codeOf(() => played.teammates.spawn('ada', other))).toBe('team/only-lead');
    played.chats.create('M');
    expect(codeOf(() => played.teammates.spawn('M', other))).toBe('team/only-lead');
    for (let number = 2; number <= 20; number++) spawn(played, `t${number}`);
    expect(codeOf(() => spawn(played, 't21'))).toBe('team/too-many-members');
  });

  it('has only the servers that the lead named', async () => {
    const played = await start();
    played.teammates.spawn('L', { name: 'ada', role: '', prompt: 'x', allowed: [] });
    const stored = played.conversations.get('ada');
    const pool = stored && played.teammates.agentOf(stored)?.pool();
    expect(pool?.definitions.map(({ name }) => name)).toEqual([
      'claim_task',
      'complete_task',
      'list_tasks',
      'send_message',
      'submit_plan',
    ]);
  });
});
