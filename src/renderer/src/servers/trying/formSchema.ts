import type { RJSFSchema } from '@rjsf/utils';
import { isRecord } from '../../../../shared/jsonPointer.ts';
import { legalParts, targetOf } from './legalParts.ts';
import type { Json } from './legalParts.ts';
import { choices, named, onlyConstants, typeOfAll } from './unionOptions.ts';

const unions = ['oneOf', 'anyOf'] as const;
type Union = (typeof unions)[number];

/** Set on an object that shows what it has besides its properties, but does not ask for more. */
export const asksNoMore = 'x-asksNoMore';

/**
 * A tool's input schema as the form takes it: an object at the root, without what is no schema or
 * leads nowhere; a value that may be null is one that need not be given; each choice of a union has
 * a name, and one that need not be made can be `none`.
 */
export function formSchema(schema: unknown, none = ''): RJSFSchema {
  const { $id: _id, $schema: _dialect, ...root } = isRecord(schema) ? schema : {};
  const target = targetOf(root, root);
  const { $ref: _reference, ...rest } = target === root ? root : { ...root, ...target };
  return { ...new Simpler(root, none).schema({ ...rest, type: 'object' }, 'root'), type: 'object' };
}

/** `shared`: one of several that a value may be of, or a definition. */
type Place = 'root' | 'inline' | 'shared';

class Simpler {
  constructor(
    private readonly root: Json,
    private readonly none: string,
  ) {}

  schema(given: Json, place: Place = 'inline'): Json {
    let result = listed(legalParts(given, this.root));
    for (const [keyword, value] of Object.entries(result)) {
      const kept = this.#keyword(keyword, value, result);
      if (kept !== value) result = { ...result, [keyword]: kept };
    }
    result = withOneType(result);
    for (const union of unions) {
      if (Array.isArray(result[union])) result = this.#union(result, union, result[union]);
    }
    return open(result, place);
  }

  #keyword(keyword: string, value: unknown, { required }: Json): unknown {
    if (keyword === 'properties' && isRecord(value)) {
      return this.#properties(value, new Set(Array.isArray(required) ? required : []));
    }
    if (byName.has(keyword) && isRecord(value)) {
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, this.#sub(one, 'shared')]),
      );
    }
    if (Array.isArray(value)) {
      const place = keyword === 'items' ? 'inline' : 'shared';
      return lists.has(keyword) ? value.map((one) => this.#sub(one, place)) : value;
    }
    return inner.has(keyword) ? this.#sub(value) : value;
  }

  #sub(value: unknown, place: Place = 'inline'): unknown {
    return isRecord(value) ? this.schema(value, place) : value;
  }

  /** What refers to another schema or has kinds goes by its own name, not by that of those. */
  #properties(properties: Json, required: ReadonlySet<unknown>): Json {
    const shown = Object.entries(properties).filter(([, one]) => one !== false);
    return Object.fromEntries(
      shown.map(([name, one]) => {
        const schema = isRecord(one) ? this.schema(one) : {};
        const label = name === '' ? '""' : name;
        const isAnything = Object.keys(schema).length === 0;
        const ours = '$ref' in schema || kindsOf(schema) || isAnything || name === '';
        const titled = ours ? { title: label, ...schema } : schema;
        return [name, required.has(name) ? titled : this.#withNone(titled)];
      }),
    );
  }

  #withNone(schema: Json): Json {
    const union = kindsOf(schema);
    const options = union && schema[union];
    if (!union || !Array.isArray(options)) return schema;
    const { type: _type, ...rest } = schema;
    return { ...rest, [union]: [{ type: 'null', title: this.none }, ...options] };
  }

  #union(schema: Json, union: Union, options: readonly unknown[]): Json {
    const isNull = (one: unknown): boolean => isRecord(one) && one['type'] === 'null';
    const left = options.filter((one) => !isNull(one));
    const { [union]: _options, discriminator: _property, default: fallback, ...rest } = schema;
    const kept =
      fallback === undefined || fallback === null ? rest : { ...rest, default: fallback };
    const [only] = left;
    if (left.length === 1 && isRecord(only) && !onlyConstants(left)) return { ...only, ...kept };
    if (onlyConstants(left)) return choices(left, kept);
    const type = kept['type'] ?? typeOfAll(left, this.root);
    return {
      ...kept,
      ...(type !== undefined && { type }),
      [union]: left.map((one, index) => named(one, index, this.root)),
    };
  }
}

/** The union of a schema that is not a mere choice of values. */
function kindsOf(schema: Json): Union | undefined {
  return unions.find((union) => {
    const options = schema[union];
    return Array.isArray(options) && !onlyConstants(options);
  });
}

/** Keywords that hold schemas: by name, in a list, or one. */
const byName = new Set(['patternProperties', 'definitions', '$defs', 'dependentSchemas']);
const lists = new Set(['items', 'oneOf', 'anyOf', 'allOf']);
const inner = new Set(['items', 'additionalItems', 'additionalProperties', 'then', 'else']);

/** Tuples as the form knows them, as draft 7 wrote them; and names for the values of a list. */
function listed(schema: Json): Json {
  const { prefixItems, items, enumNames, ...rest } = schema;
  if (Array.isArray(prefixItems)) {
    return { ...rest, items: prefixItems, ...(isRecord(items) && { additionalItems: items }) };
  }
  const { enum: values, ...others } = rest;
  if (Array.isArray(values) && Array.isArray(enumNames)) {
    const titled = values.map((value: unknown, at) => ({
      const: value,
      title: String(enumNames[at] ?? value),
    }));
    return { ...others, oneOf: titled };
  }
  return items === undefined ? rest : { ...rest, items };
}

/** A list of types is a union of them, and null is none. */
function withOneType(schema: Json): Json {
  const { type, default: fallback, ...others } = schema;
  if (!Array.isArray(type)) return schema;
  const rest =
    fallback === undefined || fallback === null ? others : { ...others, default: fallback };
  const types = type.filter((one) => one !== 'null');
  const [only] = types;
  if (types.length <= 1) return { ...rest, type: only ?? 'null' };
  if ('oneOf' in rest || 'anyOf' in rest || 'enum' in rest || 'const' in rest) return rest;
  const { properties, items, ...shared } = rest;
  return {
    ...shared,
    anyOf: types.map((one: unknown) => ({
      type: one,
      ...(one === 'object' && properties !== undefined && { properties }),
      ...(one === 'array' && { items: items ?? {} }),
    })),
  };
}

/** The form passes over a schema that says nothing at all. */
const anything = { description: '' };

/** Lists of anything have fields for anything; objects show what no property of theirs has named. */
function open(schema: Json, place: Place): Json {
  const { type, items, additionalProperties } = schema;
  if (type === 'array' && (items === undefined || items === true || isBlank(items))) {
    return { ...schema, items: anything };
  }
  if (additionalProperties === true || isBlank(additionalProperties)) {
    return { ...schema, additionalProperties: anything };
  }
  if (type !== 'object' || openAlready.some((keyword) => keyword in schema)) return schema;
  const isBare = !['properties', 'allOf', '$ref'].some((keyword) => keyword in schema);
  const quiet = place === 'root' || !isBare;
  // What an option has besides its properties would stay when another is chosen.
  if (quiet && place === 'shared') return schema;
  return { ...schema, additionalProperties: anything, ...(quiet && { [asksNoMore]: true }) };
}

const isBlank = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0;

/** What says by itself which properties there may be; options are open themselves. */
const openAlready = ['additionalProperties', 'patternProperties', 'oneOf', 'anyOf'];
