import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServerDefinition } from '../../../src/main/config/desiredServers.ts';
import { authorizationServer } from '../../servers/authorizationServer.ts';
import { failureOf, noSignal } from '../../servers/supervision.ts';
import { app, entry } from './appWorld.ts';
import { company } from './crossAppWorld.ts';
import { leakyServer } from './leakyServer.ts';
import { Secrets } from './secrets.ts';

/** What the process writes while a test runs. */
function output(): () => string {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const spy = vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      written.push(String(chunk));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  return () => written.join('');
}

/** An app of which everything that can be seen is gathered. */
async function watched(definitions: readonly ServerDefinition[], ports: Parameters<typeof app>[1]) {
  const secrets = new Secrets();
  const written = output();
  const seen: unknown[] = [];
  const world = app(definitions, {
    fetch: secrets.watch(fetch),
    onChange: (name) => void look(name),
    ...ports,
  });
  const look = async (name: string) => {
    const { flow, ...view } = await world.view(name);
    // The address that the browser shows is there to be shown, its state with it.
    seen.push(view, flow.kind === 'waiting' ? { ...flow, url: '' } : flow);
    seen.push(world.questions.list(), world.supervisor.list());
    seen.push(world.supervisor.detail(name), world.supervisor.doctor(name));
  };
  return {
    ...world,
    secrets,
    /** Notes what a promise is rejected with, if it is. */
    fails: async (promise: Promise<unknown>) => {
      const failure = await failureOf(promise);
      seen.push(failure, String(failure));
      return failure;
    },
    everything: async () => {
      for (const { name } of definitions) await look(name);
      const lines = world.lines();
      expect(lines.length).toBeGreaterThan(10);
      const bodies = lines.map(({ seq }) => world.log.body(seq));
      return JSON.stringify([lines, bodies, world.steps, seen, written()]);
    },
  };
}

const leaks = ['in_error', 'in_result', 'in_body', 'in_redirect', 'in_scope'];

describe('what can be seen of a sign-in and of all that follows it', () => {
  it.each([{ dpop: false }, { dpop: true }])('holds no secret ($dpop)', async ({ dpop }) => {
    const issuer = await authorizationServer({ scopes: ['mcp:use', 'mcp:admin'] });
    onTestFinished(issuer.close);
    const leaky = await leakyServer(() => issuer.issuer);
    const docs = await watched([entry('docs', { url: leaky.url, oauth: { dpop } })], {});
    const { secrets } = docs;
    const definition = docs.supervisor.definition('docs');
    const note = async () => secrets.grant(await docs.grant('docs'));
    const calls = async () => {
      for (const tool of leaks) {
        await docs.fails(docs.supervisor.call('docs', tool, {}, { signal: noSignal }));
      }
      await docs.fails(docs.supervisor.offers('docs').read('leaky:it'));
    };

    await docs.fails(docs.connect('docs'));
    // Each way that an authorization server can say again what it was sent.
    for (const manner of ['oauth-error', 'html', 'redirect', 'ok-with-error'] as const) {
      secrets.manner = manner;
      expect(await docs.fails(docs.signIn('docs'))).toMatchObject({
        code: expect.stringMatching(/^auth\/(oauth-error|bad-answer)$/) as string,
      });
    }
    secrets.manner = undefined;
    await docs.signIn('docs');
    await docs.untilState('docs', 'connected');
    await note();
    await calls();

    // Renewed in a call, then not for a while, then no more.
    leaky.refused.add((await docs.grant('docs'))?.tokens.accessToken ?? '');
    expect(await docs.call('docs', 'quiet')).toBe('fine');
    await note();
    await calls();
    leaky.refused.add((await docs.grant('docs'))?.tokens.accessToken ?? '');
    for (const manner of ['html', 'oauth-error'] as const) {
      secrets.manner = manner;
      await docs.fails(docs.supervisor.call('docs', 'quiet', {}, { signal: noSignal }));
    }
    secrets.manner = undefined;

    // More than was allowed.
    const stepUp = docs.call('docs', 'in_scope');
    await docs.untilAsked();
    leaky.manners.wantsScope = false;
    await docs.signIn('docs');
    await stepUp;
    await note();

    leaky.manners.failsHandshake = true;
    docs.supervisor.restart('docs');
    await docs.until(() => (docs.state('docs')?.kind === 'backoff' ? true : undefined));
    leaky.manners.failsHandshake = false;
    await docs.connect('docs');
    secrets.manner = 'oauth-error';
    await docs.authorization.signOut(definition);
    await docs.fails(docs.supervisor.call('docs', 'in_error', {}, { signal: noSignal }));

    secrets.opened(docs.opened);
    const everything = await docs.everything();
    expect(secrets.kinds()).toEqual(
      expect.arrayContaining([
        'access_token',
        'refresh_token',
        'code',
        'code_verifier',
        'state',
        ...(dpop ? ['dpop key'] : []),
      ]),
    );
    expect(secrets.foundIn(everything)).toEqual([]);
    // The search itself finds what is there.
    expect(secrets.foundIn(`${everything} ${(await note()) ?? ''}${secrets.one()}`)).not.toEqual(
      [],
    );
  });

  it('holds none of cross-app access', async () => {
    const { applications, ports, oauth, identity } = await company(['files']);
    const issuer = applications[0]?.issuer.issuer ?? identity.issuer;
    const leaky = await leakyServer(() => issuer);
    const docs = await watched([entry('files', { url: leaky.url, oauth })], ports);
    const { secrets } = docs;
    for (const manner of ['oauth-error', 'html', undefined] as const) {
      secrets.manner = manner;
      await docs.fails(docs.signIn('files'));
    }
    await docs.untilState('files', 'connected');
    for (const tool of leaks) {
      await docs.fails(docs.supervisor.call('files', tool, {}, { signal: noSignal }));
    }
    leaky.refused.add((await docs.grant('files'))?.tokens.accessToken ?? '');
    for (const manner of ['oauth-error', 'html', undefined] as const) {
      secrets.manner = manner;
      await docs.fails(docs.supervisor.call('files', 'quiet', {}, { signal: noSignal }));
    }
    await docs.authorization.signOut(docs.supervisor.definition('files'));
    secrets.opened(docs.opened);
    const everything = await docs.everything();
    expect(secrets.kinds()).toEqual(
      expect.arrayContaining(['access_token', 'assertion', 'subject_token', 'client secret']),
    );
    expect(secrets.foundIn(everything)).toEqual([]);
  });

  it('holds none of what a program gives as headers', async () => {
    const leaky = await leakyServer(() => 'http://127.0.0.1:9');
    const key = 'k3y-of-the-helper-program-0123456789';
    const printed = JSON.stringify({ Authorization: `Custom ${key}`, 'X-Second': `${key}-too` });
    const script = `process.stdout.write(${JSON.stringify(printed)})`;
    const docs = await watched(
      [entry('docs', { url: leaky.url, headersHelper: [process.execPath, '-e', script] })],
      {},
    );
    await docs.connect('docs');
    for (const tool of leaks) {
      await docs.fails(docs.supervisor.call('docs', tool, {}, { signal: noSignal }));
    }
    leaky.refused.add(key);
    await docs.fails(docs.supervisor.call('docs', 'quiet', {}, { signal: noSignal }));
    docs.supervisor.restart('docs');
    await docs.untilState('docs', 'needs-auth');
    docs.secrets.add('helper', key);
    const everything = await docs.everything();
    // The entry itself, which names the program, is a person's own and is shown to them.
    expect(
      docs.secrets.foundIn(everything.replaceAll(JSON.stringify(script).slice(1, -1), '')),
    ).toEqual([]);
  });
});
