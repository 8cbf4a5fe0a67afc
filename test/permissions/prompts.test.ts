import { describe, expect, it } from 'vitest';
import { Prompts } from '../../src/main/permissions/prompts.ts';

const about = (itemId: string, tool = 'trigger', conversationId = 'c1', definition = 'd1') => ({
  conversationId,
  itemId,
  server: 'deploy',
  tool,
  definition,
  pooledName: tool,
  title: tool,
  preview: '{}',
  prompt: { reason: 'destructive' as const, tags: [] },
});
const chat = { server: 'chat', request: 'abcde' };
const never = new AbortController().signal;

describe('Prompts', () => {
  it('gives the answer to the one who asked, once', async () => {
    const prompts = new Prompts();
    const asked = prompts.ask(about('1'), never);
    expect(prompts.answer('c1', '1', { answer: 'deny', via: chat })).toBe(true);
    expect(prompts.answer('c1', '1', { answer: 'allow-once' })).toBe(false);
    expect(await asked).toEqual({ answer: 'deny', via: chat });
    expect(prompts.answer('c1', '1', { answer: 'allow-once' })).toBe(false);
  });

  it('knows nothing of a prompt in another conversation', async () => {
    const prompts = new Prompts();
    const asked = prompts.ask(about('1'), never);
    expect(prompts.answer('c2', '1', { answer: 'allow-once' })).toBe(false);
    prompts.answer('c1', '1', { answer: 'deny' });
    await asked;
  });

  it('ends a prompt when the signal is aborted, before or after it was asked', async () => {
    const prompts = new Prompts();
    const controller = new AbortController();
    const asked = prompts.ask(about('1'), controller.signal);
    controller.abort();
    await expect(asked).rejects.toThrow();
    expect(prompts.answer('c1', '1', { answer: 'allow-once' })).toBe(false);
    await expect(prompts.ask(about('2'), controller.signal)).rejects.toThrow();
  });

  it('lets the open prompts about the same tool go on when the user says always', async () => {
    const prompts = new Prompts();
    const first = prompts.ask(about('1'), never);
    const same = prompts.ask(about('2', 'trigger', 'c2'), never);
    const other = prompts.ask(about('3', 'wipe'), never);
    const changed = prompts.ask(about('4', 'trigger', 'c1', 'd2'), never);
    prompts.answer('c1', '1', { answer: 'allow-always' });
    expect(await Promise.all([first, same])).toEqual([
      { answer: 'allow-always' },
      { answer: 'allow-once' },
    ]);
    expect(prompts.answer('c1', '3', { answer: 'deny' })).toBe(true);
    expect(await other).toEqual({ answer: 'deny' });
    expect(prompts.answer('c1', '4', { answer: 'deny' })).toBe(true);
    expect(await changed).toEqual({ answer: 'deny' });
  });
});
