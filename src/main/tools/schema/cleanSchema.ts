import { isRecord } from '../../../shared/jsonPointer.ts';
import { isTypeValue, keywordShapes } from '../../../shared/schemaKeywords.ts';
import { cutText, wellFormed } from '../codePoints.ts';
import type { SchemaNotes } from './schemaNotes.ts';

export type Schema = { readonly [keyword: string]: unknown };

const maxDepth = 40;
const maxNodes = 20_000;
const maxDescription = 4_000;
/** Keywords that name or move the base of references: no use once a schema stands alone. */
const droppedKeywords: ReadonlySet<string> = new Set([
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$id',
  '$recursiveAnchor',
  '$recursiveRef',
  '$schema',
  '$vocabulary',
  'id',
]);

const legalKey = /^[a-zA-Z0-9_.-]{1,64}$/;

/**
 * A copy of a schema that is valid JSON Schema 2020-12 and has only property names that the
 * Messages API takes. Each thing that had to change is told in `notes`. Ends on cyclic input too.
 */
export function cleanSchema(schema: Schema, notes: SchemaNotes): Schema {
  const cleaned = new Cleaner(notes).schema(schema, 0);
  return isRecord(cleaned) ? cleaned : {};
}

class Cleaner {
  readonly #notes: SchemaNotes;
  #nodes = 0;

  constructor(notes: SchemaNotes) {
    this.#notes = notes;
  }

  schema(value: unknown, depth: number): Schema | boolean {
    if (typeof value === 'boolean') return value;
    if (!isRecord(value)) return this.#drop('no-part', {});
    if (this.#isTooMuch(depth)) return this.#drop('too-deep', {});
    const out: Record<string, unknown> = {};
    for (const [keyword, content] of Object.entries(modernised(value))) {
      if (droppedKeywords.has(keyword)) continue;
      const kept = this.#keyword(keyword, content, depth);
      if (kept !== undefined) set(out, keyword, kept);
    }
    return this.#withoutIllegalKeys(out);
  }

  /** Undefined when the keyword must go. */
  #keyword(keyword: string, content: unknown, depth: number): unknown {
    switch (keyword === 'type' ? 'type' : keywordShapes.get(keyword)) {
      case undefined:
        return this.#plain(content, depth);
      case 'type':
        return this.#when(isTypeValue(content), keyword, content);
      case 'schema':
        return this.schema(content, depth + 1);
      case 'schemas':
        if (!Array.isArray(content) || content.length === 0) return this.#dropKeyword(keyword);
        return content.map((one) => this.schema(one, depth + 1));
      case 'schemaMap':
        if (!isRecord(content)) return this.#dropKeyword(keyword);
        return fromEntries(
          Object.entries(content).map(([key, one]) => [
            wellFormed(key),
            this.schema(one, depth + 1),
          ]),
        );
      case 'string':
        if (typeof content !== 'string') return this.#dropKeyword(keyword);
        if (keyword === 'pattern' && !isRegExp(content)) return this.#dropKeyword(keyword);
        return keyword === 'description' ? cutText(content, maxDescription) : wellFormed(content);
      case 'number':
        return this.#when(
          typeof content === 'number' && Number.isFinite(content),
          keyword,
          content,
        );
      case 'count':
        return this.#when(Number.isInteger(content) && Number(content) >= 0, keyword, content);
      case 'boolean':
        return this.#when(typeof content === 'boolean', keyword, content);
      case 'array':
        if (!Array.isArray(content) || content.length === 0) return this.#dropKeyword(keyword);
        return this.#plain(content, depth);
      case 'names':
        if (!Array.isArray(content)) return this.#dropKeyword(keyword);
        return [...new Set(content.filter((name) => typeof name === 'string'))];
    }
  }

  /** JSON that is no schema: defaults, enumerations, unknown keywords. */
  #plain(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return wellFormed(value);
    if (typeof value !== 'object' || value === null) return value;
    if (this.#isTooMuch(depth)) return this.#drop('too-deep', null);
    if (Array.isArray(value)) return value.map((one) => this.#plain(one, depth + 1));
    return fromEntries(
      Object.entries(value).map(([key, one]) => [wellFormed(key), this.#plain(one, depth + 1)]),
    );
  }

  /** Properties whose names the API refuses are told in words; the model can still send them. */
  #withoutIllegalKeys(schema: Record<string, unknown>): Schema {
    const properties = schema['properties'];
    if (!isRecord(properties)) return schema;
    const illegal = Object.entries(properties).filter(([key]) => !legalKey.test(key));
    if (illegal.length === 0) return schema;
    const gone = new Set(illegal.map(([key]) => key));
    const lines = illegal.map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`);
    const names = [...gone].map((key) => JSON.stringify(cutText(key, 80))).join(', ');
    this.#notes.add('illegal-names', { names });
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const said = typeof schema['description'] === 'string' ? `${schema['description']}\n` : '';
    return {
      ...schema,
      description: cutText(
        `${said}Also takes these properties:\n${lines.join('\n')}`,
        maxDescription,
      ),
      properties: fromEntries(Object.entries(properties).filter(([key]) => !gone.has(key))),
      required: required.filter((name) => !gone.has(String(name))),
      ...(schema['additionalProperties'] === false && { additionalProperties: true }),
    };
  }

  #isTooMuch(depth: number): boolean {
    this.#nodes++;
    return depth > maxDepth || this.#nodes > maxNodes;
  }

  #when(valid: boolean, keyword: string, content: unknown): unknown {
    return valid ? content : this.#dropKeyword(keyword);
  }

  #dropKeyword(keyword: string): undefined {
    this.#notes.add('bad-keyword', { keyword });
    return undefined;
  }

  #drop<T>(code: 'no-part' | 'too-deep', instead: T): T {
    this.#notes.add(code);
    return instead;
  }
}

/** Draft-04 to draft-07 spellings in their 2020-12 form: tuples and boolean exclusive limits. */
function modernised(schema: Schema): Schema {
  const { items, additionalItems, exclusiveMinimum, exclusiveMaximum, ...rest } = schema;
  const out: Record<string, unknown> = { ...rest };
  if (Array.isArray(items)) {
    if (items.length > 0) out['prefixItems'] = items;
    if (additionalItems !== undefined) out['items'] = additionalItems;
  } else if (items !== undefined) {
    out['items'] = items;
  }
  exclusive(out, 'minimum', 'exclusiveMinimum', exclusiveMinimum);
  exclusive(out, 'maximum', 'exclusiveMaximum', exclusiveMaximum);
  return out;
}

function exclusive(out: Record<string, unknown>, limit: string, keyword: string, value: unknown) {
  if (value === undefined || value === false) return;
  if (value !== true) {
    out[keyword] = value;
  } else if (out[limit] !== undefined) {
    out[keyword] = out[limit];
    delete out[limit];
  }
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Like Object.fromEntries; `__proto__` becomes an ordinary key there too. */
const fromEntries = (entries: readonly (readonly [string, unknown])[]): Record<string, unknown> =>
  Object.fromEntries(entries);

function set(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
