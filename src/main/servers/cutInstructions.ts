const longestInstructions = 2_048;

/** What a server tells the model about itself, cut to 2 KB on the boundary of a character. */
export function cutInstructions(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= longestInstructions) return text;
  // A character that the cut went through decodes to U+FFFD.
  return `${bytes
    .subarray(0, longestInstructions)
    .toString()
    .replace(/\uFFFD+$/, '')}…`;
}
