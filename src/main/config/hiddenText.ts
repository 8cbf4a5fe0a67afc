/**
 * What can't be seen, or changes how the rest is seen: controls, format and bidi characters
 * (UAX #9), line separators, spaces other than the common one, default ignorables (UAX #44),
 * private use and lone surrogates.
 */
const hidden =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|[^\S ]/u;

export const hasHiddenText = (text: string): boolean => hidden.test(text);

/** The same text with all of that written out, as `\u{202E}`. */
export const showHidden = (text: string): string =>
  text.replace(
    new RegExp(hidden.source, 'gu'),
    (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}}`,
  );
