import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findCommand, pathFolders } from '../../src/main/servers/process/commandPath.ts';

describe.skipIf(process.platform === 'win32')('the file that a command means', () => {
  /** Two folders on the PATH; `tool` is a folder in the first and a program in the second. */
  function shelves() {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-path-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [first, second] = [join(root, 'first'), join(root, 'second')];
    mkdirSync(join(first, 'tool'), { recursive: true });
    mkdirSync(second);
    writeFileSync(join(second, 'tool'), '');
    chmodSync(join(second, 'tool'), 0o755);
    writeFileSync(join(first, 'notes'), '');
    return { root, second, environment: { PATH: [first, '', second].join(delimiter) } };
  }

  it('is the first program of that name on the PATH', () => {
    const { root, second, environment } = shelves();
    expect(findCommand('tool', root, environment)).toBe(join(second, 'tool'));
  });

  it('is no file that may not be run', () => {
    const { root, environment } = shelves();
    expect(findCommand('notes', root, environment)).toBeUndefined();
  });

  it('is where its path says, from the folder it runs in', () => {
    const { root, second } = shelves();
    expect(findCommand('./second/tool', root, {})).toBe(join(second, 'tool'));
    expect(findCommand(join(second, 'tool'), '/', {})).toBe(join(second, 'tool'));
    expect(findCommand(join(root, 'tool'), '/', {})).toBeUndefined();
  });

  it('is nothing without a PATH', () => {
    expect(findCommand('tool', '/', {})).toBeUndefined();
    expect(pathFolders(undefined)).toEqual([]);
  });
});
