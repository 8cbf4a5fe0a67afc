import { describe, expect, it } from 'vitest';
import { commandEnvironment, shellProgram } from '../../../src/main/tools/shell/shellProgram.ts';

describe('the program that runs a command line', () => {
  const all = () => true;
  it.each<[string | undefined, string[], string]>([
    ['/usr/bin/zsh', ['/usr/bin/zsh', '/bin/bash'], '/usr/bin/zsh'],
    ['/opt/bin/bash', ['/opt/bin/bash', '/bin/bash'], '/opt/bin/bash'],
    ['/opt/bin/bash', ['/bin/bash'], '/bin/bash'],
    ['/usr/bin/fish', ['/usr/bin/fish', '/usr/bin/bash'], '/usr/bin/bash'],
    ['/bin/false', ['/bin/false'], '/bin/sh'],
    [undefined, [], '/bin/sh'],
  ])('with SHELL %s and %j is %s', (SHELL, there, command) => {
    const exists = (path: string) => there.includes(path);
    const program = shellProgram('echo "a b"', { SHELL }, exists, 'linux');
    expect(program).toEqual({ command, args: ['-c', 'exec 2>&1\necho "a b"'] });
  });

  it('is PowerShell on Windows', () => {
    const { command, args } = shellProgram('dir', { SHELL: '/bin/bash' }, all, 'win32');
    expect(command).toBe('powershell.exe');
    expect(args).toContain('-NonInteractive');
    expect(args.at(-1)).toMatch(/; dir$/);
  });
});

it('gives a command the environment of the person without keys and switches of our own', () => {
  const environment = commandEnvironment({
    PATH: '/bin',
    HOME: '/home/ada',
    TERM: 'xterm',
    MY_TOKEN: 'mine',
    ANTHROPIC_API_KEY: 'sk',
    Anthropic_Auth_Token: 'sk',
    PATCHBAY_USER_DATA: '/d',
    ELECTRON_RUN_AS_NODE: '1',
    CHROME_DESKTOP: 'patchbay.desktop',
    BASH_FUNC: '() { :; }',
    GONE: undefined,
  });
  expect(environment).toEqual({
    PATH: '/bin',
    HOME: '/home/ada',
    MY_TOKEN: 'mine',
    TERM: 'dumb',
    NO_COLOR: '1',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  });
});
