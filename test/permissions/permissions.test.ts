import { describe, expect, it } from 'vitest';
import type { CallRequest, PermissionsOptions } from '../../src/main/permissions/permissions.ts';
import { offeredPool } from '../../src/main/permissions/offeredPool.ts';
import type { ServerTool } from '../../src/main/servers/tools/serverTool.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import { buildToolPool } from '../../src/main/tools/toolPool.ts';
import type {
  DecisionRecord,
  PermissionAnswer,
  PermissionPrompt,
} from '../../src/shared/permission.ts';
import { permissionsOver } from '../fakes/permissions.ts';
import { builtinTool, serverTool } from '../fakes/tools.ts';

const wipe = serverTool('s', 'wipe', { description: 'Wipes the cache.\nOnly the cache.' });
const never = new AbortController().signal;

function call(tool: ServerTool, input: CallRequest['input'] = {}): CallRequest {
  const name = `mcp__${tool.server}__${tool.name}`;
  return {
    conversationId: 'c1',
    itemId: 'i1',
    tool: { kind: 'server', name, tool, mark: '' },
    input,
  };
}

function setUp(more: Partial<PermissionsOptions> = {}) {
  const records: DecisionRecord[] = [];
  let now = 100;
  const permissions = permissionsOver(openDatabase(':memory:'), {
    now: () => now++,
    onDecision: (record) => records.push(record),
    ...more,
  });
  const prompts: PermissionPrompt[] = [];
  const permit = (tool: ServerTool, answer: PermissionAnswer, input?: CallRequest['input']) =>
    permissions.permit(
      call(tool, input),
      (prompt) => {
        prompts.push(prompt);
        setImmediate(() => permissions.answer('c1', 'i1', answer));
      },
      never,
    );
  return { permissions, permit, prompts, records };
}

describe('Permissions', () => {
  it('asks once for what is always allowed, and again, with both texts, when it was changed', async () => {
    const { permit, prompts, permissions } = setUp();
    await permit(wipe, 'allow-always');
    expect(await permit(wipe, 'deny')).toMatchObject({ by: { kind: 'rule' } });
    expect(prompts).toHaveLength(1);

    const changed = { ...wipe, description: 'Wipes the disk.\nOnly the cache.' };
    expect(permissions.list([changed])).toMatchObject([{ layer: 'always', sleeps: true }]);
    expect(await permit(changed, 'allow-once')).toMatchObject({ by: { kind: 'person' } });
    expect(prompts[1]).toMatchObject({ reason: 'changed', rule: { layer: 'always' } });
    expect(prompts[1]?.change?.before).toContain('Wipes the cache.');
    expect(prompts[1]?.change?.after).toContain('Wipes the disk.');

    // Once is once: the rule sleeps on, until it is given anew.
    await permit(changed, 'allow-always');
    expect(prompts).toHaveLength(3);
    expect(await permit(changed, 'deny')).toMatchObject({ verdict: 'allow' });
    expect(permissions.list([changed])).toMatchObject([{ sleeps: false }]);
    await permit(wipe, 'deny');
    expect(prompts[3]?.reason).toBe('changed');
  });

  it.each<[string, Partial<ServerTool>]>([
    ['title', { title: 'Tidy up' }],
    ['description', { description: 'x' }],
    ['schema', { inputSchema: { type: 'object', properties: { all: { type: 'boolean' } } } }],
    ['annotations', { annotations: { readOnlyHint: true } }],
  ])('lets the rule sleep when the %s changes', async (_what, change) => {
    const { permit, prompts } = setUp();
    await permit(wipe, 'allow-always');
    await permit({ ...wipe, ...change }, 'deny');
    expect(prompts[1]?.reason).toBe('changed');
  });

  it('lets the rule sleep when the bundle of the server has another version', async () => {
    let bundle: string | undefined = 'tidy 1.0.0';
    const { permit, prompts } = setUp({ bundleOf: () => bundle });
    await permit({ ...wipe }, 'allow-always');
    await permit({ ...wipe }, 'deny');
    expect(prompts).toHaveLength(1);
    bundle = 'tidy 1.0.1';
    await permit({ ...wipe }, 'deny');
    expect(prompts[1]?.change?.before).toContain('of tidy 1.0.0');
    expect(prompts[1]?.change?.after).toContain('of tidy 1.0.1');
  });

  it('wakes no one when only the order of keys changed', async () => {
    const { permit, prompts } = setUp();
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: {} } };
    await permit({ ...wipe, inputSchema: schema }, 'allow-always');
    const turned = { properties: { b: {}, a: { type: 'string' } }, type: 'object' };
    await permit({ ...wipe, inputSchema: turned }, 'deny');
    expect(prompts).toHaveLength(1);
  });

  it('pins a rule that has no pin yet at its first use', async () => {
    const db = openDatabase(':memory:');
    db.exec("INSERT INTO permission_rules (server, tool, since) VALUES ('s', 'wipe', 1)");
    const permissions = permissionsOver(db);
    const asked: PermissionPrompt[] = [];
    await permissions.permit(call(wipe), (prompt) => void asked.push(prompt), never);
    expect(asked).toEqual([]);
    const stop = new AbortController();
    const changed = { ...wipe, description: 'Other.' };
    const open = permissions.permit(
      call(changed),
      (prompt) => void asked.push(prompt),
      stop.signal,
    );
    expect(asked.map(({ reason }) => reason)).toEqual(['changed']);
    stop.abort();
    await expect(open).rejects.toThrow();
  });

  it('forgets the definition together with the rule', async () => {
    const { permit, permissions, prompts } = setUp();
    await permit(wipe, 'allow-always');
    permissions.forget('s', 'wipe');
    await permit({ ...wipe, description: 'Other.' }, 'deny');
    expect(prompts[1]?.reason).toBe('destructive');
  });

  it('keeps every decision with who made it, what it was about, and no secret', async () => {
    const { permit, permissions, records } = setUp({
      ruleSets: () => [{ layer: 'managed', allow: [], ask: [], deny: ['mcp__s__drop'] }],
    });
    await permit(wipe, 'deny', { b: 1, password: 'hunter2hunter2', a: 'x'.repeat(500) });
    await permit(wipe, 'allow-always');
    await permit(wipe, 'deny');
    await permit(serverTool('s', 'drop'), 'allow-once');
    expect(records.map(({ verdict, by }) => [verdict, by.kind])).toEqual([
      ['deny', 'person'],
      ['allow', 'person'],
      ['allow', 'rule'],
      ['deny', 'rule'],
    ]);
    expect(permissions.decisions(undefined, 10)).toEqual(records);
    expect(permissions.decisions(3, 1)).toEqual([records[1]]);
    const [first] = records;
    expect(first).toMatchObject({ server: 's', tool: 'wipe', conversationId: 'c1', itemId: 'i1' });
    expect(first?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(first?.preview).not.toContain('hunter2');
    expect(first?.preview.length).toBeLessThanOrEqual(201);
  });

  it('bypasses until it is told to stop, and falls back to the kept mode', async () => {
    const { permissions, permit, prompts } = setUp({ keptMode: () => 'read-only' });
    expect(permissions.mode).toBe('read-only');
    permissions.setBypass(true);
    expect(await permit(wipe, 'deny')).toEqual({
      verdict: 'allow',
      by: { kind: 'mode', mode: 'bypass' },
    });
    permissions.setBypass(false);
    expect(await permit(wipe, 'allow-once')).toMatchObject({ verdict: 'deny' });
    expect(prompts).toEqual([]);
  });

  it('leaves a managed mode as it is', () => {
    const { permissions } = setUp({ managedMode: () => 'read-only' });
    permissions.setBypass(true);
    expect(permissions.mode).toBe('read-only');
    expect(() => permissions.checkModeIsFree()).toThrow('managed file');
  });

  it('lists what a folder allows as ignored', () => {
    const set = { layer: 'project' as const, allow: ['mcp__s'], ask: [], deny: ['mcp__t'] };
    const { permissions } = setUp({ ruleSets: () => [set] });
    expect(permissions.list([])).toEqual([
      { verdict: 'deny', text: 'mcp__t', layer: 'project', ignored: false },
      { verdict: 'allow', text: 'mcp__s', layer: 'project', ignored: true },
    ]);
  });
});

describe('offeredPool', () => {
  const pool = buildToolPool(
    [builtinTool('alpha'), builtinTool('beta')],
    [wipe, serverTool('s', 'look', { annotations: { readOnlyHint: true } })],
  );
  const offered = (more: Partial<PermissionsOptions>) => {
    const { permissions } = setUp(more);
    return offeredPool(() => pool, permissions)(false);
  };

  it('does not tell the model of what is denied, but finds it, to say so', () => {
    const set = { layer: 'user' as const, allow: [], ask: [], deny: ['mcp__s__wipe', 'alpha'] };
    const left = offered({ ruleSets: () => [set] });
    expect(left.definitions.map(({ name }) => name)).toEqual(['beta', 'mcp__s__look']);
    expect(left.builtinCount).toBe(1);
    expect(left.toolsOf('s').map(({ name }) => name)).toEqual(['mcp__s__look']);
    expect(left.find('mcp__s__wipe')?.tool).toBe(wipe);
  });

  it('offers what only some arguments are denied of', () => {
    const set = { layer: 'user' as const, allow: [], ask: [], deny: ['alpha(x)'] };
    expect(offered({ ruleSets: () => [set] })).toBe(pool);
  });

  it('offers in read-only mode what says that it only reads', () => {
    const names = offered({ keptMode: () => 'read-only' }).definitions.map(({ name }) => name);
    expect(names).toEqual(['alpha', 'beta', 'mcp__s__look']);
  });
});

describe('what may be read by the way', () => {
  const rules = (more: Partial<Record<'allow' | 'ask' | 'deny', string[]>>) => ({
    ruleSets: () => [{ layer: 'user' as const, allow: [], ask: [], deny: [], ...more }],
  });

  it.each([
    ['no rule', {}, true],
    ['a rule that denies it', { deny: ['read_file(**/.env)'] }, false],
    ['a rule that denies all reading', { deny: ['read_file'] }, false],
    ['a rule that asks about it', { ask: ['read_file(*.env)'] }, false],
    ['a rule about another file', { deny: ['read_file(src/*)'] }, true],
    ['a rule about another tool', { deny: ['write_file(.env)'] }, true],
  ])('with %s', (_what, more, may) => {
    expect(permissionsOver(openDatabase(':memory:'), rules(more)).mayRead('.env')).toBe(may);
  });
});
