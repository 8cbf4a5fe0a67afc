import type { KeychainProblem } from '../../../shared/auth.ts';

/**
 * What keychains answer, and what that means to a person: libdbus, GLib and libsecret on Linux, the
 * status texts of Security.framework (SecBase.h) on macOS, those of the system's errors on Windows.
 */
const meanings: readonly (readonly [RegExp, KeychainProblem['kind']])[] = [
  [/libsecret.*cannot open shared object/i, 'no-library'],
  [
    /autolaunch D-Bus|dbus-launch|^Could not connect:|Connection refused|connection is closed/i,
    'no-bus',
  ],
  [/org\.freedesktop\.secrets|\.service files|object path .*secrets/i, 'no-keyring'],
  [/locked collection|is locked|prompt.* dismissed/i, 'locked'],
  [
    /user interaction is not allowed|user canceled|passphrase you entered is not correct/i,
    'locked',
  ],
  [/(default )?keychain (cannot|could not) be found/i, 'no-keychain'],
  [/logon session does not exist/i, 'no-session'],
  [/^the keychain did not answer/, 'silent'],
];

/** Why the keychain can't be used, told from what it said. */
export function keychainProblem(thrown: unknown): KeychainProblem {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return { kind: meanings.find(([pattern]) => pattern.test(text))?.[1] ?? 'other', text };
}
