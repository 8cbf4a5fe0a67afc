import { describe, expect, it } from 'vitest';
import { AppFailure } from '../../src/shared/errors.ts';
import {
  programEndings,
  quoteForBatch,
  windowsCommand,
} from '../../src/main/servers/process/windowsCommand.ts';

describe('the files that a command can mean on Windows', () => {
  it.each([
    { command: 'npx', pathExt: undefined, endings: ['.COM', '.EXE', '.BAT', '.CMD'] },
    { command: 'npx', pathExt: '', endings: ['.COM', '.EXE', '.BAT', '.CMD'] },
    { command: 'npx', pathExt: '.EXE;.CMD;', endings: ['.EXE', '.CMD'] },
    { command: 'npx.cmd', pathExt: '.EXE;.CMD', endings: ['', '.EXE', '.CMD'] },
    { command: 'NODE.EXE', pathExt: '.exe', endings: ['', '.exe'] },
    { command: 'server.py', pathExt: '.EXE', endings: ['.EXE'] },
  ])('$command with PATHEXT $pathExt: $endings', ({ command, pathExt, endings }) => {
    expect(programEndings(command, pathExt)).toEqual(endings);
  });
});

// The rows of BatBadBut (flatt.tech, 2024) and of Rust's tests/ui/std/windows-bat-args.rs.
describe('an argument of a batch file', () => {
  it.each([
    ['plain', 'plain'],
    ['C:\\path\\file.json', 'C:\\path\\file.json'],
    ['@modelcontextprotocol/server-everything', '@modelcontextprotocol/server-everything'],
    ['模型', '模型'],
    ['', '""'],
    ['two words', '"two words"'],
    ['a&b', '"a&b"'],
    ['a|b<c>d^e', '"a|b<c>d^e"'],
    ['(a)', '"(a)"'],
    ['a,b;c=d', '"a,b;c=d"'],
    ['wow!', '"wow!"'],
    ['~', '"~"'],
    ['a\tb', '"a\tb"'],
    ['100%', '"100%%cd:~,%"'],
    ['%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
    ['say "hi"', '"say ""hi"""'],
    ['"&calc.exe', '"""&calc.exe"'],
    ['\\"&calc.exe', '"\\\\""&calc.exe"'],
    ['C:\\dir\\', '"C:\\dir\\\\"'],
    ['a b\\\\', '"a b\\\\\\\\"'],
    ['{"key":"value"}', '"{""key"":""value""}"'],
  ])('%j is written as %s', (argument, written) => {
    expect(quoteForBatch(argument)).toBe(written);
  });

  it('leaves no quote open and no sign of cmd.exe outside of quotes, whatever it holds', () => {
    const signs = ['"', '\\', '%', '&', ' ', 'a', '^', '!'];
    for (let number = 0; number < signs.length ** 4; number++) {
      const argument = number
        .toString(signs.length)
        .padStart(4, '0')
        .replace(/\d/g, (digit) => signs[Number(digit)] ?? '');
      const written = quoteForBatch(argument);
      // cmd.exe knows no escape inside quotes: each quote toggles.
      const outside = written.split('"').filter((_, part) => part % 2 === 0);
      expect(written.split('"').length % 2).toBe(1);
      expect(outside.join('')).not.toMatch(/[&^!% ]/);
    }
  });
});

describe('what is started on Windows', () => {
  const environment = { SYSTEMROOT: 'C:\\Windows', COMSPEC: 'C:\\evil.exe' };

  it.each(['C:\\bin\\node.exe', 'C:\\bin\\tool.cmdx', 'C:\\bin\\tool'])(
    '%s is started itself',
    (file) => {
      const args = ['a b', '"&calc'];
      expect(windowsCommand(file, args, environment)).toEqual({
        command: file,
        args,
        isVerbatim: false,
      });
    },
  );

  it.each(['npx.cmd', 'npx.CMD', 'run.bat', 'run.bat. .'])('%s is started by cmd.exe', (name) => {
    const file = `C:\\Program Files\\nodejs\\${name}`;
    expect(windowsCommand(file, ['-y', 'a&b'], environment)).toEqual({
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/c', `""${file}" -y "a&b""`],
      isVerbatim: true,
    });
  });

  it.each([
    { what: 'a line break', file: 'C:\\a.cmd', args: ['one\ntwo'] },
    { what: 'a carriage return', file: 'C:\\a.cmd', args: ['one\rtwo'] },
    { what: 'a NUL', file: 'C:\\a.cmd', args: ['one\0two'] },
    { what: 'a variable in its path', file: 'C:\\%OS%\\a.cmd', args: [] },
  ])('a batch file with $what is refused', ({ file, args }) => {
    expect(() => windowsCommand(file, args, environment)).toThrow(AppFailure);
  });
});
