/** The address in full when it is one of the web (http or https); undefined for any other. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return undefined;
  }
  return new URL(text).href;
}
