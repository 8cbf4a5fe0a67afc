import { describe, expect, it } from 'vitest';
import { keychainProblem } from '../../src/main/auth/keychain/keychainProblem.ts';

describe('keychainProblem', () => {
  it.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', /no D-Bus/],
    ['Could not connect: No such file or directory', /no D-Bus/],
    [
      'The name org.freedesktop.secrets was not provided by any .service files',
      /no keyring, such as GNOME Keyring/,
    ],
    ['Cannot create an item in a locked collection', /is locked/],
    [
      'libsecret-1.so.0: cannot open shared object file: No such file or directory',
      /libsecret is not installed/,
    ],
    ['User interaction is not allowed.', /nobody can be asked/],
    ['The user name or passphrase you entered is not correct.', /was not unlocked/],
    ['A default keychain could not be found.', /there is no keychain/],
    [
      'A specified logon session does not exist. It may already have been terminated.',
      /this kind of session/,
    ],
    ['the keychain did not answer in 60 s', /^the keychain did not answer in 60 s$/],
  ])('says of %j what it means', (message, meaning) => {
    expect(keychainProblem(new Error(message))).toMatch(meaning);
  });
});
