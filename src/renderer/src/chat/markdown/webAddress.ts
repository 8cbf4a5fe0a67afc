/** The address in full when it is one of the web (http or https); undefined for any other. */
export function webAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || !/^https?:\/\//i.test(text)) return undefined;
  try {
    return new URL(text).href;
  } catch {
    return undefined;
  }
}
