/**
 * What keychains answer, and what that means to a person: libdbus, GLib and libsecret on Linux, the
 * status texts of Security.framework (SecBase.h) on macOS, those of the system's errors on Windows.
 */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/libsecret.*cannot open shared object/i, 'libsecret is not installed (package libsecret-1-0)'],
  [
    /autolaunch D-Bus|dbus-launch|^Could not connect:|Connection refused|connection is closed/i,
    'this session has no D-Bus, by which a keyring is reached',
  ],
  [
    /org\.freedesktop\.secrets|\.service files|object path .*secrets/i,
    'no keyring, such as GNOME Keyring or KWallet, runs in this session',
  ],
  [/locked collection|is locked|prompt.* dismissed/i, 'the keyring is locked'],
  [/user interaction is not allowed/i, 'the keychain is locked, and nobody can be asked'],
  [/user canceled|passphrase you entered is not correct/i, 'the keychain was not unlocked'],
  [/(default )?keychain (cannot|could not) be found/i, 'there is no keychain'],
  [/logon session does not exist/i, 'Windows keeps no credentials in this kind of session'],
];

/** Why the keychain can't be used, in plain words that go on a sentence; its own words where unknown. */
export function keychainProblem(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return meanings.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}
