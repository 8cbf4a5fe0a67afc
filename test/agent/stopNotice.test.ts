import { expect, it } from 'vitest';
import { stopNotice } from '../../src/main/agent/stopNotice.ts';

it.each([
  ['end_turn', undefined],
  ['tool_use', undefined],
  ['stop_sequence', undefined],
  [null, undefined],
  ['max_tokens', 'model/max-tokens'],
  ['pause_turn', 'model/paused'],
  ['refusal', 'model/refused'],
  ['model_context_window_exceeded', 'model/context-full'],
] as const)('tells of an answer that ended by %s with %s', (reason, code) => {
  expect(stopNotice(reason, undefined)?.code).toBe(code);
});
