import { describe, expect, it } from 'vitest';
import type { ChatItem } from '../../src/shared/chat.ts';
import { reportOf } from '../../src/main/agent/subAgents/subAgentReport.ts';
import { textItem, toolItem, userItem } from '../fakes/chatItems.ts';

const notice = (level: 'info' | 'warn' | 'error', code: string, message: string): ChatItem => ({
  id: code,
  at: 1,
  kind: 'notice',
  level,
  notice: { code, message },
});
const asked = userItem('look');

describe('reportOf', () => {
  it.each<[string, readonly ChatItem[], string, boolean]>([
    ['one answer', [asked, textItem(1, 'found')], 'found', false],
    [
      'the last of several, as a whole',
      [asked, textItem(1, 'I look'), toolItem(1, 't'), textItem(2, 'a'), textItem(2, 'b')],
      'a\n\nb',
      false,
    ],
    ['no word at all', [asked], '(It ended without a word.)', false],
    [
      'an answer cut at its length',
      [asked, textItem(1, 'much'), notice('warn', 'model/max-tokens', 'cut')],
      'much',
      false,
    ],
    [
      'too many rounds',
      [asked, textItem(1, 'so far'), toolItem(1, 't'), notice('warn', 'chat/round-limit', '50.')],
      'The sub-agent did not come to its end: 50.\nIts last words:\n\nso far',
      false,
    ],
    [
      'a stop',
      [asked, notice('info', 'chat/stopped', 'Stopped.')],
      'The sub-agent did not come to its end: Stopped.',
      false,
    ],
    [
      'an error',
      [asked, textItem(1, 'so far'), notice('error', 'model/overloaded', 'Busy.')],
      'The sub-agent did not come to its end: Busy.\nIts last words:\n\nso far',
      true,
    ],
  ])('%s', (_what, items, text, isError) => {
    expect(reportOf(items)).toEqual({ text, isError });
  });

  it('bounds what it says', () => {
    expect(reportOf([textItem(1, 'x'.repeat(100_000))]).text.length).toBeLessThan(41_000);
  });
});
