import { describe, expect, it } from 'vitest';
import {
  digestOf,
  headText,
  itemBytes,
  joinChunks,
  needsChunks,
  parseHead,
  splitSecret,
} from '../../src/main/auth/keychain/secretChunks.ts';

describe('splitSecret', () => {
  it.each([
    { name: 'what fits', secret: 'abcdefgh', chunks: ['abcdefgh'] },
    { name: 'one byte more', secret: 'abcdefghi', chunks: ['abcdefgh', 'i'] },
    { name: 'two bytes that would be cut', secret: 'abcdefgéh', chunks: ['abcdefg', 'éh'] },
    {
      name: 'four bytes that would be cut',
      secret: 'abcde🔑🔑🔑',
      chunks: ['abcde', '🔑🔑', '🔑'],
    },
    { name: 'nothing', secret: '', chunks: [] },
  ])('cuts $name between code points', ({ secret, chunks }) => {
    expect(splitSecret(secret, 8)).toEqual(chunks);
  });

  it('never makes a chunk that an item can not hold', () => {
    const secret = 'aé語🔑'.repeat(3_000);
    const chunks = splitSecret(secret);
    expect(chunks.join('')).toBe(secret);
    expect(Math.max(...chunks.map((chunk) => Buffer.byteLength(chunk)))).toBeLessThanOrEqual(2_000);
    // It refuses half of a surrogate pair.
    expect(() => chunks.map(encodeURIComponent)).not.toThrow();
  });
});

describe('needsChunks', () => {
  it.each([
    { name: 'a secret as large as an item', secret: 'x'.repeat(itemBytes), needs: false },
    { name: 'one byte more', secret: 'x'.repeat(itemBytes + 1), needs: true },
    { name: 'few characters of many bytes', secret: '語'.repeat(700), needs: true },
    {
      name: 'a secret that looks like a head',
      secret: headText({ generation: 0, count: 1, digest: digestOf('') }),
      needs: true,
    },
  ])('says $needs of $name', ({ secret, needs }) => {
    expect(needsChunks(secret)).toBe(needs);
  });
});

describe('parseHead', () => {
  const head = { generation: 1, count: 12, digest: digestOf('secret') } as const;

  it('reads what headText wrote', () => {
    expect(parseHead(headText(head))).toEqual(head);
  });

  it.each(['sk-ant-1', '', '{"tokens":{}}', `${headText(head)} `, headText(head).slice(0, -1)])(
    'takes %j for a secret itself',
    (item) => {
      expect(parseHead(item)).toBeUndefined();
    },
  );
});

describe('joinChunks', () => {
  const head = { generation: 0, count: 2, digest: digestOf('abcd') } as const;

  it.each([
    { name: 'all of them', chunks: ['ab', 'cd'], secret: 'abcd' },
    { name: 'one missing', chunks: ['ab', undefined], secret: undefined },
    { name: 'too few', chunks: ['abcd'], secret: undefined },
    { name: 'one of another secret', chunks: ['ab', 'xy'], secret: undefined },
  ])('gives the whole secret or nothing of $name', ({ chunks, secret }) => {
    expect(joinChunks(chunks, head)).toBe(secret);
  });
});
