import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  environmentForShell,
  markers,
  parseEnvironment,
  shellCommand,
  withoutShellOnly,
} from '../../src/main/servers/process/shellScript.ts';

const id = '0123456789abcdef0123456789abcdef';
const { begin, end } = markers(id);
const asObject = (text: string) => {
  const parsed = parseEnvironment(text, markers(id));
  return parsed === undefined ? undefined : Object.fromEntries(parsed);
};

describe('the words that a shell is started with', () => {
  it.each([
    { shell: '/bin/sh', flags: ['-l', '-i', '-c'], argv0: undefined },
    { shell: '/bin/bash', flags: ['-l', '-i', '-c'], argv0: undefined },
    { shell: '/opt/homebrew/bin/zsh', flags: ['-l', '-i', '-c'], argv0: undefined },
    { shell: '/usr/bin/fish', flags: ['-l', '-i', '-c'], argv0: undefined },
    { shell: '/usr/bin/nu', flags: ['-l', '-i', '-c'], argv0: undefined },
    { shell: '/bin/tcsh', flags: ['-i', '-c'], argv0: '-tcsh' },
    { shell: '/bin/csh', flags: ['-i', '-c'], argv0: '-csh' },
  ])('$shell: $flags', ({ shell, flags, argv0 }) => {
    const command = shellCommand(shell, id);
    expect(command.args.slice(0, -1)).toEqual(flags);
    expect(command.argv0).toBe(argv0);
  });

  it('has one script for all, which shows no marker and has no quote but the outer ones', () => {
    const scripts = ['sh', 'fish', 'tcsh', 'nu'].map((name) => shellCommand(name, id).args.at(-1));
    expect(new Set(scripts).size).toBe(1);
    expect(scripts[0]).not.toContain(begin);
    expect(scripts[0]).not.toContain(end);
    expect(scripts[0]).toMatch(/^exec \/bin\/sh -c '[^'"`$\\!]*'$/);
  });

  it('prints the environment between the markers', () => {
    const [script = ''] = shellCommand('sh', id).args.slice(-1);
    const printed = execFileSync('/bin/sh', ['-c', script], {
      env: { ONE: 'two\nthree', EMPTY: '' },
      encoding: 'utf8',
    });
    expect(printed.startsWith(begin) && printed.endsWith(end)).toBe(true);
    expect(asObject(printed)).toMatchObject({ ONE: 'two\nthree', EMPTY: '' });
  });
});

describe('what a shell tells', () => {
  it.each([
    { name: 'entries that end with NUL', body: 'A=1\0B=2=3\0', expected: { A: '1', B: '2=3' } },
    { name: 'values of many lines', body: 'A=1\nB=2\0C=\0', expected: { A: '1\nB=2', C: '' } },
    {
      name: 'exported functions of bash',
      body: 'BASH_FUNC_f%%=() {  :\n}\0',
      expected: { 'BASH_FUNC_f%%': '() {  :\n}' },
    },
    { name: 'lines, of an env without -0', body: 'A=1\nB=x y\n', expected: { A: '1', B: 'x y' } },
    {
      name: 'a value that goes on',
      body: 'A=1\n  two\nB=3\n',
      expected: { A: '1\n  two', B: '3' },
    },
    { name: 'nothing', body: '', expected: {} },
    {
      name: 'names of our own objects',
      body: '__proto__=1\0constructor=2\0',
      expected: Object.fromEntries([
        ['__proto__', '1'],
        ['constructor', '2'],
      ]),
    },
  ])('may be $name', ({ body, expected }) => {
    expect(asObject(`hello from .bashrc\nX=y\n${begin}${body}${end}bye`)).toEqual(expected);
  });

  it.each(['', 'A=1\0', `${begin}A=1\0`, `A=1\0${end}`, `${end}A=1\0${begin}`])(
    'is nothing without both markers: %j',
    (text) => expect(asObject(text)).toBeUndefined(),
  );
});

describe('what is set for the shell alone', () => {
  it('is not handed on, and what it hid comes back', () => {
    const own = { TERM: 'xterm-256color', ELECTRON_RUN_AS_NODE: '1', A: 'a', B: undefined };
    const given = environmentForShell(own);
    expect(given).toMatchObject({ TERM: 'dumb', A: 'a', PATCHBAY_READS_ENVIRONMENT: '1' });
    expect(given).not.toHaveProperty('ELECTRON_RUN_AS_NODE');
    const told = new Map(Object.entries({ ...given, A: 'b' }));
    expect(withoutShellOnly(told, own)).toEqual({ TERM: 'xterm-256color', A: 'b' });
    expect(withoutShellOnly(told, {})).toEqual({ A: 'b' });
  });

  it('stays when the rc file itself sets it', () => {
    const told = new Map([['TERM', 'foot']]);
    expect(withoutShellOnly(told, { TERM: 'linux' })).toEqual({ TERM: 'foot' });
  });
});
