/**
 * Whether a key belongs to an input method that is composing text: Enter takes over its word and
 * Escape gives it up, and neither is meant for us. 229 is what a key has that the method took
 * (UI Events, 7.3.1); some say it without `isComposing` for the key that ends a composition.
 */
export const isComposing = (key: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  key.isComposing || key.keyCode === 229;
