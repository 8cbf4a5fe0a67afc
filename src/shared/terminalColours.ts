/** ECMA-48: control sequences (colours, cursor), and strings such as titles, ended by BEL or ST. */
const escapeSequence =
  // eslint-disable-next-line no-control-regex
  /\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])/g;

/** The one sequence that changes how text looks (SGR, ECMA-48 8.3.117); longer ones are no colours. */
// eslint-disable-next-line no-control-regex
const colour = /^\x1b\[[\d;:]{0,60}m$/;
// eslint-disable-next-line no-control-regex
const colours = /\x1b\[[\d;:]{0,60}m/g;
/** What a terminal would not print, but for the escapes that begin a colour. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\x1b(?!\[[\d;:]{0,60}m)/g;

/** A terminal's text, of whose escapes only the colours are left, and LF at every line's end. */
export const onlyColours = (text: string): string =>
  text
    .replace(escapeSequence, (sequence) => (colour.test(sequence) ? sequence : ''))
    .replace(/\r\n?/g, '\n')
    .replace(unprintable, '');

/** The text without the colours that {@link onlyColours} has left. */
export const withoutColours = (text: string): string => text.replace(colours, '');
