import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { StdioTransport } from '../../src/main/servers/transports/stdio.ts';
import type { StdioOptions } from '../../src/main/servers/transports/stdio.ts';

const fixtures = join(import.meta.dirname, '../fixtures/servers');
const graces = { inputMs: 200, interruptMs: 100, terminateMs: 100 };

/** A transport to `args` run by this Node, and what it told. */
function open(args: readonly string[], options: Partial<StdioOptions> = {}) {
  const told = { stderr: [] as string[], noise: [] as string[], messages: [] as unknown[] };
  const errors: Error[] = [];
  const transport = new StdioTransport({
    command: process.execPath,
    args,
    cwd: fixtures,
    environment: {},
    graces,
    onStderr: (line) => told.stderr.push(line),
    onNoise: (line) => told.noise.push(line),
    onExit: () => undefined,
    ...options,
  });
  const closed = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  transport.onerror = (error) => errors.push(error);
  transport.onmessage = (message) => told.messages.push(message);
  onTestFinished(() => transport.kill());
  return { transport, told, errors, closed };
}

const script = (code: string) => ['-e', code];
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

describe('StdioTransport', () => {
  it('delivers the last message of a process that ends right after it', async () => {
    const { transport, told, closed } = open(
      script(`console.log('{"jsonrpc":"2.0","method":"bye"}'); process.exit(3)`),
    );
    await transport.start();
    await closed;
    expect(told.messages).toEqual([{ jsonrpc: '2.0', method: 'bye' }]);
    expect(transport.exit).toMatchObject({ code: 3, signal: null });
  });

  it('takes a last message that has no line end', async () => {
    const { transport, told, closed } = open(
      script(`process.stdout.write('{"jsonrpc":"2.0","method":"bye"}')`),
    );
    await transport.start();
    await closed;
    expect(told.messages).toHaveLength(1);
  });

  it('closes at a message over the limit, says so, and ends the process', async () => {
    const { transport, told, closed } = open(
      script(`process.stdout.write('x'.repeat(3_000_000)); setInterval(() => {}, 60_000)`),
      { maxMessageBytes: 1024 * 1024 },
    );
    await transport.start();
    await closed;
    expect(transport.failure).toMatchObject({
      code: 'server/message-too-big',
      params: { limit: 1 },
    });
    await transport.close();
    expect(transport.exit).toBeDefined();
    expect(told.messages).toEqual([]);
  });

  it('rejects a send, and breaks nothing else, when the process takes no more input', async () => {
    const { transport, closed } = open(
      script(`process.stdin.destroy(); require('node:fs').closeSync(0); console.error('deaf');
        setTimeout(() => process.exit(), 60_000)`),
      {
        onStderr: () => heard(),
      },
    );
    let heard: () => void = () => undefined;
    const isDeaf = new Promise<void>((resolve) => {
      heard = resolve;
    });
    await transport.start();
    await isDeaf;
    await expect(transport.send(ping)).rejects.toMatchObject({ code: 'EPIPE' });
    await expect(transport.send(ping)).rejects.toThrow();
    await transport.close();
    await closed;
  });

  it('rejects a send after the end', async () => {
    const { transport, closed } = open(script(''));
    await transport.start();
    await closed;
    await expect(transport.send(ping)).rejects.toThrow('takes no more input');
  });

  it('is closed once, however often it is asked', async () => {
    const { transport, closed } = open([join(fixtures, 'toolbox.mjs')]);
    let closes = 0;
    const { onclose } = transport;
    transport.onclose = () => {
      closes += 1;
      onclose?.();
    };
    await transport.start();
    await Promise.all([transport.close(), transport.close()]);
    await closed;
    expect(closes).toBe(1);
    expect(transport.group).toBeUndefined();
  });

  it('does not take words of another language apart', async () => {
    const { transport, told, closed } = open(
      script(`console.log('{"jsonrpc":"2.0","method":"你好 🎉"}'); console.error('日本語')`),
    );
    await transport.start();
    await closed;
    expect(told.messages).toEqual([{ jsonrpc: '2.0', method: '你好 🎉' }]);
    expect(told.stderr).toEqual(['日本語']);
  });

  it('does not run a shell', async () => {
    const { transport, told, closed } = open([
      ...script(`console.error(process.argv[1])`),
      '$(echo no); echo "no"',
    ]);
    await transport.start();
    await closed;
    expect(told.stderr).toEqual(['$(echo no); echo "no"']);
  });
});
