import type { Arguments } from '../../store/tries.ts';
import { isRecord } from '../../../../shared/jsonPointer.ts';
import { targetOf } from './legalParts.ts';
import type { Json } from './legalParts.ts';

/**
 * What a form means by what it left empty: a required object or list that has nothing in it is an
 * empty one, a required value that may be null is null, and `none` of several kinds is no value.
 */
export function completeArguments(schema: unknown, input: Arguments): Arguments {
  const root = isRecord(schema) ? schema : {};
  const filled = new Completion(root).value(root, input, []);
  return isRecord(filled) ? filled : input;
}

const mostDepth = 10;

/** `made` are the references followed since the last value that was really given. */
type Made = readonly unknown[];

class Completion {
  constructor(private readonly root: Json) {}

  value(given: unknown, value: unknown, made: Made): unknown {
    if (!isRecord(given)) return value;
    const schema = targetOf(given, this.root);
    const parts = isRecord(value) ? this.#partsOf(schema, value) : [schema];
    let result = value;
    for (const part of parts) {
      if (isRecord(result)) result = this.#object(part, result, made);
      else if (Array.isArray(result)) result = this.#list(part, result);
    }
    return result;
  }

  #object(schema: Json, value: Json, made: Made): Json {
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
    const result = new Map(Object.entries(value).filter(([, one]) => one !== undefined));
    for (const [name, property] of Object.entries(properties)) {
      const isNeeded = required.has(name);
      const known = result.get(name);
      const isNothing =
        known === undefined ||
        (!isNeeded && known === null && !this.#takesNull(property, true)) ||
        (!isNeeded && isUntouched(known));
      if (!isNothing) {
        result.set(name, this.value(property, known, []));
      } else {
        result.delete(name);
        const empty = isNeeded ? this.#empty(property, made) : undefined;
        if (empty !== undefined) result.set(name, empty);
      }
    }
    return Object.fromEntries(result);
  }

  #list(schema: Json, value: readonly unknown[]): readonly unknown[] {
    const { prefixItems, items } = schema;
    const tuple: readonly unknown[] = [prefixItems, items].find(Array.isArray) ?? [];
    return value.map((one, at) => this.value(tuple[at] ?? items, one, []));
  }

  /** Undefined where only a person knows what to give. */
  #empty(property: unknown, made: Made): unknown {
    if (!isRecord(property)) return undefined;
    const schema = targetOf(property, this.root);
    if (this.#takesNull(property, false)) return null;
    if (schema['type'] === 'array') return [];
    if (schema['type'] !== 'object' || made.includes(schema)) return undefined;
    return this.value(schema, {}, [...made, schema]);
  }

  /** `untyped`: what is answered of a schema that says nothing of it. */
  #takesNull(property: unknown, untyped: boolean, depth = 0): boolean {
    if (!isRecord(property)) return untyped;
    const { type, enum: values, ...schema } = targetOf(property, this.root);
    const options = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
    if (options && depth < mostDepth) {
      return options.some((one) => this.#takesNull(one, untyped, depth + 1));
    }
    if (Array.isArray(values)) return values.includes(null);
    if ('const' in schema) return schema['const'] === null;
    return type === undefined ? untyped : [type].flat().includes('null');
  }

  /** A schema and those it is combined of; of a union the option that the constants speak for. */
  #partsOf(schema: Json, value: Json): readonly Json[] {
    const all = Array.isArray(schema['allOf']) ? schema['allOf'] : [];
    const options: readonly unknown[] =
      [schema['oneOf'], schema['anyOf']].find(Array.isArray) ?? [];
    const option = options.find((one) => isRecord(one) && this.#isMeant(one, value));
    return [schema, ...all, option].flatMap((one) =>
      isRecord(one) ? [targetOf(one, this.root)] : [],
    );
  }

  #isMeant(option: Json, value: Json): boolean {
    const { properties } = targetOf(option, this.root);
    const constants = Object.entries(isRecord(properties) ? properties : {}).filter(
      ([, one]) => isRecord(one) && 'const' in one,
    );
    return (
      constants.length > 0 &&
      constants.every(([name, one]) => isRecord(one) && one['const'] === value[name])
    );
  }
}

/** The places of a tuple that nobody has filled in. */
const isUntouched = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => one === undefined || one === null);
