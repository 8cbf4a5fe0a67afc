// One Patchbay of several that claim from one board: `node claimer.mjs DATABASE WORKSPACE AGENTS`.
// Says "ready", begins when its stdin says something, and prints what its agents claimed, as JSON.
import { once } from 'node:events';
import { openDatabase } from '../../../src/main/store/database.ts';
import { TaskTable } from '../../../src/main/store/taskTable.ts';
import { TaskBoard } from '../../../src/main/team/taskBoard.ts';
import { toAppError } from '../../../src/shared/errors.ts';

const [file = '', workspace = '', agents = '1'] = process.argv.slice(2);
const database = openDatabase(file);
const board = new TaskBoard({
  table: new TaskTable(database),
  now: Date.now,
  onChange: () => undefined,
});
const claimed: string[] = [];
const refusals = new Map<string, number>();

process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (let left = true; left;) {
  left = false;
  for (let agent = 0; agent < Number(agents); agent++) {
    const owner = `${process.pid}-${agent}`;
    // What one sees may be gone when it claims: others are at it, too.
    const [seen] = board.claimable(workspace);
    if (!seen) continue;
    left = true;
    try {
      claimed.push(board.claim(workspace, seen.id, owner).id);
      board.complete(workspace, seen.id, owner);
    } catch (thrown) {
      const { code } = toAppError(thrown);
      refusals.set(code, (refusals.get(code) ?? 0) + 1);
    }
  }
}
database.close();
process.stdout.write(`${JSON.stringify({ claimed, refusals: Object.fromEntries(refusals) })}\n`);
process.exit(0);
