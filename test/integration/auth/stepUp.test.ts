import { describe, expect, it } from 'vitest';
import { failureOf } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { peers } from './peers.ts';

async function signedIn() {
  const world = await peers();
  const docs = app([entry('docs', { url: world.resource.url })]);
  await docs.signIn('docs');
  await docs.untilState('docs', 'connected');
  return { ...world, docs };
}

const scopesOf = (address: string | undefined) =>
  new URL(address ?? '').searchParams.get('scope')?.split(' ').sort();

describe('a call that needs more than was allowed', () => {
  it('asks for what is held and for more, and goes on over the same connection', async () => {
    const { docs } = await signedIn();
    const { since } = docs.state('docs') ?? {};
    const answer = docs.call('docs', 'administer');
    expect(await docs.untilAsked()).toMatchObject({
      kind: 'sign-in',
      server: 'docs',
      reason: 'more',
      scopes: ['mcp:use', 'mcp:admin'],
    });
    expect(docs.state('docs')?.kind).toBe('connected');
    await docs.signIn('docs');
    expect(await answer).toBe('administered');
    expect(scopesOf(docs.opened[1])).toEqual(['mcp:admin', 'mcp:use', 'offline_access']);
    expect(docs.state('docs')).toMatchObject({ kind: 'connected', since });
    expect((await docs.view('docs')).signedIn?.scopes).toEqual(
      expect.arrayContaining(['mcp:use', 'mcp:admin']),
    );
    expect(await docs.call('docs')).toBe('person-1');
  });

  it('fails where the person wants none of it, and what was allowed goes on', async () => {
    const { docs } = await signedIn();
    const failure = failureOf(docs.call('docs', 'administer'));
    const { id } = await docs.untilAsked();
    await docs.questions.answer(id, { action: 'decline' });
    expect(await failure).toMatchObject({
      code: 'server/needs-scope',
      params: { scope: 'mcp:use mcp:admin' },
    });
    expect(docs.state('docs')?.kind).toBe('connected');
    expect(await docs.call('docs')).toBe('person-1');
  });

  it('asks no more than twice where signing in does not give it', async () => {
    const { docs, resource } = await signedIn();
    resource.strictness.alwaysForbids = true;
    const failure = failureOf(docs.call('docs', 'administer'));
    for (let asked = 0; asked < 2; asked += 1) {
      await docs.untilAsked();
      await docs.signIn('docs');
    }
    expect(await failure).toMatchObject({ code: 'server/needs-scope' });
    expect(docs.questions.list()).toEqual([]);
    expect(docs.opened).toHaveLength(3);
    resource.strictness.alwaysForbids = false;
    expect(await docs.call('docs', 'administer')).toBe('administered');
  });
});
