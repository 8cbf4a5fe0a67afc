import { parseJson } from '../../../shared/parseJson.ts';

const longest = 200;

/** A call's arguments on one line, such as `service: "web", dry: true`, cut where nobody reads on. */
export function argsLine(input: Readonly<Record<string, unknown>>): string {
  let line = '';
  for (const [name, value] of Object.entries(input)) {
    if (line !== '') line += ', ';
    line += `${name}: ${short(value)}`;
    if (line.length > longest) return `${line.slice(0, longest)}…`;
  }
  return line;
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value.slice(0, longest) : value;
  return JSON.stringify(text) ?? '';
}

/** The value of a text that is a JSON object or list; undefined for any other text. */
export function jsonIn(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parseJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
