/**
 * Whether a key belongs to an input method that is composing text: Enter takes over its word and
 * Escape gives it up, and neither is meant for us. 229 is what a key has that the method took
 * (UI Events, 7.3.1); some say it without `isComposing` for the key that ends a composition.
 */
export const isComposing = (key: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  key.isComposing || key.keyCode === 229;

/**
 * Keeps a form from being sent by the Enter that takes over a composed word: whoever leaves it to the
 * browser to send on Enter has nothing to check that by. Ends with the function it answers.
 */
export function guardCompositions(page: Document): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !isComposing(event)) return;
    if (event.target instanceof HTMLInputElement) event.preventDefault();
  };
  page.addEventListener('keydown', onKey, { capture: true });
  return () => page.removeEventListener('keydown', onKey, { capture: true });
}
