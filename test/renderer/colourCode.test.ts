import { afterEach, describe, expect, it, vi } from 'vitest';
import { createColouring } from '../../src/renderer/src/chat/markdown/colourCode.ts';

const code = [
  '/* What is',
  '   counted */',
  'const count: number = 12; // late',
  '',
  'function name() {',
  '  return "it";',
].join('\n');

afterEach(() => vi.restoreAllMocks());

describe('the colours of code', () => {
  it('are whole on a machine that takes seconds for a line', async () => {
    const lines = await createColouring()(code, 'TypeScript');
    let now = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => (now += 5_000));
    expect(await createColouring()(code, 'TypeScript')).toEqual(lines);
    const tones = lines?.map((line) => line.map(({ text, tone }) => [text.trim(), tone]));
    expect(tones?.[1]).toContainEqual(['counted */', 'c']);
    expect(tones?.[2]).toContainEqual(['12', 'n']);
    expect(tones?.[2]).toContainEqual(['// late', 'c']);
  });

  it('are the same when the code comes part by part', async () => {
    const whole = await createColouring()(code, 'ts');
    const colour = createColouring();
    for (const end of [1, 2, 4, 6]) {
      const part = code.split('\n').slice(0, end).join('\n');
      expect(await colour(part, 'ts')).toEqual(whole?.slice(0, end));
    }
    const other = 'const other = 1;';
    expect(await colour(other, 'ts')).toEqual(await createColouring()(other, 'ts'));
  });

  it('are none in a language that is not known', async () => {
    expect(await createColouring()(code, 'constructor')).toBeUndefined();
    expect(await createColouring()('plain', 'text')).toBeUndefined();
  });
});
