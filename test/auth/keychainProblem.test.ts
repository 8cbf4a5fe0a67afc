import { describe, expect, it } from 'vitest';
import { keychainProblem } from '../../src/main/auth/keychain/keychainProblem.ts';

describe('keychainProblem', () => {
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'no-bus'],
    ['Could not connect: No such file or directory', 'no-bus'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'no-keyring'],
    ['Cannot create an item in a locked collection', 'locked'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'no-library'],
    ['User interaction is not allowed.', 'locked'],
    ['The user name or passphrase you entered is not correct.', 'locked'],
    ['A default keychain could not be found.', 'no-keychain'],
    [
      'A specified logon session does not exist. It may already have been terminated.',
      'no-session',
    ],
    ['the keychain did not answer in 60 s', 'silent'],
    ['the keychain did not keep what it was given', 'other'],
  ])('says of %j what it means', (text, kind) => {
    expect(keychainProblem(new Error(text))).toEqual({ kind, text });
  });
});
