/**
 * URI templates (RFC 6570), as far as people fill them in: every value is one text, so that the
 * explode modifier changes nothing but how named operators read.
 */

type Operator = {
  readonly first: string;
  readonly separator: string;
  readonly isNamed: boolean;
  readonly allowsReserved: boolean;
};

const operator = (
  first: string,
  separator: string,
  isNamed = false,
  allowsReserved = false,
): Operator => ({ first, separator, isNamed, allowsReserved });

/** The table of RFC 6570, appendix A. */
const operators: ReadonlyMap<string, Operator> = new Map([
  ['', operator('', ',')],
  ['+', operator('', ',', false, true)],
  ['#', operator('#', ',', false, true)],
  ['.', operator('.', '.')],
  ['/', operator('/', '/')],
  [';', operator(';', ';', true)],
  ['?', operator('?', '&', true)],
  ['&', operator('&', '&', true)],
]);

const expression = /\{([+#./;?&]?)([^{}]+)\}/g;

type Variable = { readonly name: string; readonly length: number | undefined };

function variablesOf(list: string): readonly Variable[] {
  return list.split(',').map((spec) => {
    const [, name = spec, digits] = /^(.*?)(?:\*|:(\d{1,4}))?$/.exec(spec.trim()) ?? [];
    return { name, length: digits === undefined ? undefined : Number(digits) };
  });
}

/** The names of a template's variables, each once, in their order. */
export function templateVariables(template: string): readonly string[] {
  const names = [...template.matchAll(expression)].flatMap(([, , list = '']) =>
    variablesOf(list).map(({ name }) => name),
  );
  return [...new Set(names)];
}

/** The address for these values; an empty value counts as none. */
export function expandTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(expression, (_whole, sign: string, list: string) => {
    const how = operators.get(sign) ?? operator('', ',');
    const parts = variablesOf(list).flatMap(({ name, length }) => {
      const value = values.get(name);
      if (value === undefined || value === '') return [];
      const cut = length === undefined ? value : Array.from(value).slice(0, length).join('');
      const encoded = encode(cut, how.allowsReserved);
      return [how.isNamed ? `${name}=${encoded}` : encoded];
    });
    return parts.length === 0 ? '' : how.first + parts.join(how.separator);
  });
}

/** Percent-encodes all but the unreserved characters; reserved ones and triplets may stay. */
function encode(value: string, allowsReserved: boolean): string {
  const strict = (text: string) =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
      /[!'()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  if (!allowsReserved) return strict(value);
  return value
    .split(/(%[0-9A-Fa-f]{2}|[:/?#[\]@!$&'()*+,;=])/)
    .map((part, index) => (index % 2 === 1 ? part : strict(part)))
    .join('');
}
