import { describe, expect, it } from 'vitest';
import { annotationMark, effectiveAnnotations } from '../../src/main/tools/annotations.ts';

describe('effectiveAnnotations', () => {
  it.each([
    [{}, { readOnly: false, destructive: true, openWorld: true }, '(destructive)'],
    [{ readOnlyHint: true }, { readOnly: true, destructive: false, openWorld: true }, '(readOnly)'],
    [
      { readOnlyHint: true, destructiveHint: true, openWorldHint: false },
      { readOnly: false, destructive: true, openWorld: false },
      '(destructive)',
    ],
    [{ destructiveHint: false }, { readOnly: false, destructive: false, openWorld: true }, ''],
    [
      { readOnlyHint: false, destructiveHint: true },
      { readOnly: false, destructive: true, openWorld: true },
      '(destructive)',
    ],
  ])('reads %j', (hints, expected, mark) => {
    expect(effectiveAnnotations(hints)).toEqual({ ...expected, idempotent: false });
    expect(annotationMark(hints)).toBe(mark);
  });

  it.each([
    [{ idempotentHint: true }, true],
    [{ idempotentHint: true, readOnlyHint: true }, false],
  ])('takes idempotence from %j for a tool that changes something', (hints, idempotent) => {
    expect(effectiveAnnotations(hints).idempotent).toBe(idempotent);
  });
});
