import { McpServer, createMcpHandler } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { failureOf, fixture, noSignal, supervise } from '../../servers/supervision.ts';
import { byFetch, listen, remote } from '../transports/peers.ts';

const idleMs = 1_000;
/** Far longer than a call may be idle, in steps that are far shorter. */
const steps = { times: 16, everyMs: 100 };

async function slowly(options: Parameters<typeof supervise>[1] = {}) {
  const supervision = supervise([fixture('slowly', { set: { idleTimeoutMs: idleMs } })], options);
  const { supervisor } = supervision;
  await supervisor.connect('slowly', noSignal);
  const call = (tool: string, input: Readonly<Record<string, unknown>> = {}) =>
    supervisor.call('slowly', tool, input, { signal: noSignal });
  return { ...supervision, call };
}

const done = { content: [{ type: 'text', text: 'done' }], isError: false };
const idle = (server: string, tool: string, seconds: number) => ({
  code: 'server/call-idle',
  message: `${tool} of ${server} showed no sign of life for ${seconds} s, so the call was cancelled.`,
  params: { server, tool, seconds },
  action: 'edit-server',
});

describe('a call with an idle limit', () => {
  it('is cancelled alone, on the wire too, when nothing is heard of it for so long', async () => {
    const { call, state, untilLine } = await slowly();
    // What becomes of one call is no sign of life of another.
    const [other, failure] = await Promise.all([
      call('progress', steps),
      failureOf(call('silence')),
    ]);
    expect(failure).toEqual(idle('slowly', 'silence', 1));
    expect(other).toEqual(done);
    await untilLine(/^cancelled: no sign of life for 1000 ms$/);
    expect(state('slowly')?.kind).toBe('connected');
  });

  it.each(['progress', 'logs'])('goes on for as long as its server sends %s', async (tool) => {
    const { call } = await slowly();
    const since = Date.now();
    expect(await call(tool, steps)).toEqual(done);
    expect(Date.now() - since).toBeGreaterThan(1.4 * idleMs);
  });

  it('waits for a person for as long as it takes', async () => {
    const { call } = await slowly({
      requestsOf: () => ({
        elicit: () =>
          new Promise((resolve) => {
            setTimeout(() => resolve({ action: 'accept', content: {} }), 2 * idleMs);
          }),
      }),
    });
    expect(await call('form')).toMatchObject({ content: [{ text: 'accept' }] });
  });

  it('has the limit of all servers where its own server has none', async () => {
    const { supervisor } = supervise([fixture('slowly')]);
    await supervisor.connect('slowly', noSignal);
    supervisor.setLimits({ callIdleTimeoutMs: 100, toolTimeoutMs: 60_000 });
    const call = () => failureOf(supervisor.call('slowly', 'silence', {}, { signal: noSignal }));
    expect(await call()).toEqual(idle('slowly', 'silence', 0.1));
    supervisor.setLimits({ toolTimeoutMs: 100 });
    expect(await call()).toMatchObject({ code: 'server/call-timeout' });
  });

  it('has its stream closed where the newer era says so, and lives on progress there too', async () => {
    let onGone: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      onGone = resolve;
    });
    const handler = createMcpHandler(() => {
      const server = new McpServer({ name: 'newer', version: '1.0.0' });
      server.registerTool('silence', {}, ({ mcpReq }) => {
        mcpReq.signal.addEventListener('abort', onGone);
        return new Promise(() => undefined);
      });
      server.registerTool('progress', {}, async ({ mcpReq }) => {
        const progressToken = mcpReq._meta?.progressToken ?? '';
        for (let progress = 1; progress <= steps.times; progress += 1) {
          await new Promise((resolve) => setTimeout(resolve, steps.everyMs));
          await mcpReq.notify({
            method: 'notifications/progress',
            params: { progressToken, progress },
          });
        }
        return { content: [{ type: 'text', text: 'done' }] };
      });
      return server;
    });
    const { origin } = await listen(byFetch((request) => handler.fetch(request)));
    const { connect, call, lines, state } = remote({ url: `${origin}/mcp`, idleTimeoutMs: idleMs });
    await connect();
    expect(await call('progress')).toEqual(done);
    expect(await failureOf(call('silence'))).toEqual(idle('remote', 'silence', 1));
    await gone;
    expect(lines().map(({ method }) => method)).not.toContain('notifications/cancelled');
    expect(lines().find(({ text }) => text.includes('silence'))).toMatchObject({
      text: 'tools/call silence, cancelled',
      level: 'warn',
      durationMs: expect.any(Number),
    });
    expect(state('remote')?.kind).toBe('connected');
  });
});
