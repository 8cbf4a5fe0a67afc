import { describe, expect, it } from 'vitest';
import { ToolTries } from '../../src/main/ipc/toolTries.ts';
import type { CallOptions, ToolOutcome } from '../../src/main/servers/tools/serverTool.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import { AppFailure } from '../../src/shared/errors.ts';
import type { ToolCall } from '../../src/shared/chat.ts';
import type { DecisionRecord } from '../../src/shared/permission.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { serverTool } from '../fakes/tools.ts';

const wipe = serverTool('s', 'wipe', { annotations: { destructiveHint: true } });
const refused = serverTool('s', 'odd', { inputSchema: { type: 'string' } });
const answer: ToolOutcome = { content: [{ type: 'text', text: 'wiped' }], isError: false };

function setUp(
  rules: { deny?: string[]; ask?: string[] } = {},
  serve: (options: CallOptions) => Promise<ToolOutcome> = async () => answer,
) {
  const records: DecisionRecord[] = [];
  const states: ToolCall[] = [];
  const calls: unknown[] = [];
  const permissions = permissionsOver(undefined, {
    ruleSets: () => [{ layer: 'user', deny: [], ask: [], allow: [], ...rules }],
    onDecision: (record) => records.push(record),
  });
  const tries = new ToolTries({
    pool: () => buildToolPool([], [wipe, refused]),
    permissions,
    supervisor: {
      call: async (server, tool, input, options) => {
        calls.push([server, tool, input]);
        return serve(options);
      },
    },
    files: { save: async () => '/nowhere' },
    send: (_name, { call }) => states.push(call),
  });
  const run = (id = 't1', tool = 'wipe') =>
    tries.run({ id, server: 's', tool, input: { all: true } });
  return { tries, run, records, states, calls };
}

describe('a tool that a person tries', () => {
  it('runs by the click alone, even one that destroys, and who let it is kept', async () => {
    const { run, records, calls } = setUp();
    const call = await run();
    expect(call).toMatchObject({ state: 'done', result: [{ kind: 'text', text: 'wiped' }] });
    expect(calls).toEqual([['s', 'wipe', { all: true }]]);
    expect(records).toMatchObject([
      {
        conversationId: 'try',
        itemId: 't1',
        verdict: 'allow',
        by: { kind: 'person', answer: 'allow-once' },
      },
    ]);
  });

  it('does not run what a rule denies', async () => {
    const { run, records, calls } = setUp({ deny: ['mcp__s__wipe'] });
    expect(await run()).toMatchObject({ state: 'denied', decision: { by: { kind: 'rule' } } });
    expect(calls).toEqual([]);
    expect(records).toMatchObject([{ verdict: 'deny' }]);
  });

  it('asks where a rule asks, and takes both answers', async () => {
    const { tries, run, states, calls } = setUp({ ask: ['mcp__s__wipe'] });
    const no = run('t1');
    await expect.poll(() => states.at(-1)?.state).toBe('waiting');
    tries.answer('t1', 'deny');
    expect(await no).toMatchObject({ state: 'denied' });
    const yes = run('t2');
    await expect.poll(() => states.length).toBe(2);
    tries.answer('t2', 'allow-once');
    expect((await yes).state).toBe('done');
    expect(calls).toHaveLength(1);
    expect(() => tries.answer('t2', 'deny')).toThrow(AppFailure);
  });

  it('tells of progress and of its line in the log, and ends when it is stopped', async () => {
    const { tries, run, states } = setUp({}, ({ signal, onLogged, onProgress }) => {
      onLogged?.(7);
      onProgress?.({ progress: 1, total: 2, message: 'half' });
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('cancelled')));
      });
    });
    const ended = run();
    await expect
      .poll(() => states.at(-1))
      .toMatchObject({ logSeq: 7, progress: { progress: 1, total: 2, message: 'half' } });
    tries.stop('t1');
    const call = await ended;
    expect(call).toMatchObject({ state: 'stopped', logSeq: 7 });
    expect(call.progress).toBeUndefined();
  });

  it('fails as the call failed, and for a tool that is not offered', async () => {
    const gone = new AppFailure({ code: 'server/not-connected', message: 'gone' });
    const { run } = setUp({}, () => Promise.reject(gone));
    await expect(run()).rejects.toBe(gone);
    const noTool = { error: { code: 'server/no-such-tool' } };
    await expect(run('t2', 'odd')).rejects.toMatchObject(noTool);
    await expect(run('t3', 'none')).rejects.toMatchObject(noTool);
  });
});
