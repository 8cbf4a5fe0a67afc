import { describe, expect, it } from 'vitest';
import { childEnvironment } from '../../src/main/servers/transports/childEnvironment.ts';
import { LineSplitter } from '../../src/main/servers/transports/lineSplitter.ts';
import { spawnFailure } from '../../src/main/servers/transports/stdio.ts';
import { TextLines } from '../../src/main/servers/transports/textLines.ts';

function split(chunks: readonly string[], maxBytes = 100) {
  const lines: string[] = [];
  let tooLong = 0;
  const splitter = new LineSplitter({
    maxBytes,
    onLine: (line) => lines.push(line.toString()),
    onTooLong: () => (tooLong += 1),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return { lines, tooLong };
}

describe('LineSplitter', () => {
  it.each([
    [['a\nb\n'], ['a', 'b']],
    [
      ['a', 'b', 'c\nd'],
      ['abc', 'd'],
    ],
    [
      ['a\r\nb\r', '\nc'],
      ['a', 'b', 'c'],
    ],
    [['\n\n'], ['', '']],
    [[''], []],
  ])('cuts %j into %j', (chunks, lines) => {
    expect(split(chunks)).toEqual({ lines, tooLong: 0 });
  });

  it('joins a character whose bytes came apart', () => {
    const bytes = Buffer.from('ä\n');
    const lines: string[] = [];
    const splitter = new LineSplitter({
      maxBytes: 10,
      onLine: (line) => lines.push(line.toString()),
      onTooLong: () => undefined,
    });
    splitter.push(bytes.subarray(0, 1));
    splitter.push(bytes.subarray(1));
    expect(lines).toEqual(['ä']);
  });

  it('says once that a line is too long, and is silent from then on', () => {
    expect(split(['ok\n', '12345', '678901\n', 'next\n'], 10)).toEqual({
      lines: ['ok'],
      tooLong: 1,
    });
  });

  it('takes a line of exactly the limit', () => {
    expect(split(['1234567890\n'], 10)).toEqual({ lines: ['1234567890'], tooLong: 0 });
  });

  it('copies a long line once, however small its pieces are', () => {
    // Copying at every piece would move 200 GB, and never be done in time.
    const pieces = Array.from({ length: 20_000 }, () => 'x'.repeat(1_000));
    const { lines } = split([...pieces, '\n'], 64 * 1024 * 1024);
    expect(lines[0]).toHaveLength(20_000_000);
  });
});

describe('TextLines', () => {
  const read = (chunks: readonly string[], max = 20) => {
    const lines: string[] = [];
    const text = new TextLines(max, (line) => lines.push(line));
    for (const chunk of chunks) text.push(Buffer.from(chunk));
    text.end();
    return lines;
  };

  it.each([
    [
      ['one\ntw', 'o\n'],
      ['one', 'two'],
    ],
    [['10%\r50%\r100%\n'], ['10%', '50%', '100%']],
    [['\n  \nlast'], ['last']],
    [['win\r\ndows\r\n'], ['win', 'dows']],
  ])('cuts %j into %j', (chunks, lines) => {
    expect(read(chunks)).toEqual(lines);
  });

  it('bounds a line and says what it left out', () => {
    expect(read(['123456', '7890', '12345\nnext'], 8)).toEqual([
      '12345678 … and 7 more characters',
      'next',
    ]);
  });
});

describe('childEnvironment', () => {
  it('inherits the listed variables only, and what the configuration names wins', () => {
    const base = {
      PATH: '/bin',
      HOME: '/home/me',
      LC_ALL: 'C',
      OPENAI_API_KEY: 'no',
      NODE_OPTIONS: 'no',
      SHELL: '() { echo no; }',
    };
    expect(childEnvironment(base, { HOME: '/other', X: '1' }, 'npx', 'linux')).toEqual({
      PATH: '/bin',
      HOME: '/other',
      LC_ALL: 'C',
      X: '1',
    });
  });

  it('puts the folder of an absolute command first on the PATH, once', () => {
    const run = (PATH: string) => childEnvironment({ PATH }, {}, '/opt/node/npx', 'linux')['PATH'];
    expect(run('/bin')).toBe('/opt/node:/bin');
    expect(run('/bin:/opt/node')).toBe('/bin:/opt/node');
  });
});

describe('spawnFailure', () => {
  it.each([
    ['ENOENT', 'server/command-not-found'],
    ['EACCES', 'server/command-not-executable'],
    ['E2BIG', 'server/spawn-failed'],
  ])('%s is %s', (code, expected) => {
    const error = Object.assign(new Error(`spawn x ${code}`), { code });
    expect(spawnFailure('x', error)).toMatchObject({
      code: expected,
      params: { command: 'x' },
      action: 'edit-server',
    });
  });
});
