/** What the keychains say, and what it means to a person. Sources: libsecret, GLib, D-Bus, Security.framework. */
const known: readonly (readonly [RegExp, string])[] = [];

/** Why the keychain can't be used, in plain words. */
export function keychainProblem(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return known.find(([pattern]) => pattern.test(message))?.[1] ?? message;
}
