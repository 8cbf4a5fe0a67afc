import { expect, describe, it } from 'vitest';
import { isHandedDown, withoutOurFiles } from '../../src/main/servers/transports/openFiles.ts';

describe('isHandedDown', () => {
  it.each([
    // The example of proc_pid_fdinfo(5), and the same with O_CLOEXEC.
    ['pos:\t1000\nflags:\t01002002\nmnt_id:\t21\n', true],
    ['pos:\t1000\nflags:\t03002002\nmnt_id:\t21\n', false],
    ['', false],
  ])('%j: %s', (fdinfo, isIt) => {
    expect(isHandedDown(fdinfo)).toBe(isIt);
  });
});

describe('withoutOurFiles', () => {
  it('keeps the three streams as they are, and what is not handed down alone', () => {
    const stdio = withoutOurFiles(['pipe', 'pipe', 'ignore'], (all) => all);
    expect(stdio.slice(0, 3)).toEqual(['pipe', 'pipe', 'ignore']);
    expect(stdio.slice(3).every((one) => one === 'ignore' || typeof one === 'number')).toBe(true);
  });
});
