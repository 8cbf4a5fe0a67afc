import { Validator } from '@cfworker/json-schema';
import type { OutputUnit, Schema, SchemaDraft } from '@cfworker/json-schema';
import { ErrorSchemaBuilder } from '@rjsf/utils';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { isBoundedPattern } from '../../../../shared/boundedPattern.ts';
import type { Arguments } from '../../store/tries.ts';
import { completeArguments } from './completeArguments.ts';
import { inexactIn } from './inexactIn.ts';
import { isRecord } from '../../../../shared/jsonPointer.ts';
import { legalSchema } from './legalParts.ts';
import { writeProblem } from './schemaProblem.ts';
import type { SchemaProblem } from './schemaProblem.ts';

/**
 * Checks a form against its schema, or against `stated` where the form's own is a simpler one. It
 * interprets the schema: the page's policy forbids a checker that compiles it. A schema that can't be
 * read is not checked; the server will. Its errors are problems as data (see schemaProblem).
 */
export function schemaValidator(stated?: unknown): ValidatorType<Arguments, RJSFSchema> {
  const legal = isRecord(stated) ? legalSchema(stated, stated) : undefined;
  const validate = (schema: unknown, data: unknown, root: unknown) => {
    try {
      const whole = withDefinitions(safe(schema), root);
      return new Validator(whole, draftOf(root), false).validate(data ?? null);
    } catch {
      return undefined;
    }
  };
  return {
    isValid: (schema, data, root) => validate(schema, data, root)?.valid === true,
    rawValidation: (schema, data) => ({ errors: [...validatedErrors(schema, data)] as never[] }),
    validateFormData: (data, own) => {
      const schema: RJSFSchema = isRecord(legal) ? legal : own;
      const builder = new ErrorSchemaBuilder<Arguments>();
      const given = completeArguments(schema, data ?? {});
      const errors = validatedErrors(schema, given).map((unit) => {
        const path = pathOf(unit);
        const isMissing =
          absences.has(unit.keyword) || (unit.keyword === 'type' && isNothing(given, path));
        const message = writeProblem(isMissing ? { keyword: 'required' } : problemOf(unit, schema));
        builder.addErrors(message, path);
        return { name: unit.keyword, property: `.${path.join('.')}`, message, stack: message };
      });
      for (const path of inexactIn(given)) {
        const message = writeProblem({ keyword: 'inexact' });
        builder.addErrors(message, [...path]);
        errors.push({ name: 'inexact', property: `.${path.join('.')}`, message, stack: message });
      }
      return { errors, errorSchema: builder.ErrorSchema };
    },
  };

  function validatedErrors(schema: RJSFSchema, data: unknown): readonly OutputUnit[] {
    return telling(validate(schema, data ?? {}, schema)?.errors ?? []);
  }
}

function draftOf(root: unknown): SchemaDraft {
  const dialect =
    typeof root === 'object' && root !== null && '$schema' in root ? String(root.$schema) : '';
  if (dialect.includes('draft-04')) return '4';
  return /draft-0[67]/.test(dialect) ? '7' : '2020-12';
}

/** A part of a schema, with what its references may mean. */
function withDefinitions(schema: Schema, root: unknown): Schema {
  if (typeof root !== 'object' || root === null || schema === root) return schema;
  const { $defs, definitions } = safe(root);
  return {
    ...schema,
    ...($defs !== undefined && { $defs }),
    ...(definitions !== undefined && { definitions }),
  };
}

/** The schema without patterns that could run for ever. */
function safe(value: unknown): Schema {
  return strip(value) as Schema;
}
function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const patterns = 'patternProperties' in value ? Object.keys(value.patternProperties ?? {}) : [];
  const isBounded = patterns.every(isBoundedPattern);
  const kept = Object.entries(value).filter(
    ([keyword, one]) =>
      !(keyword === 'pattern' && typeof one === 'string' && !isBoundedPattern(one)) &&
      // Without its patterns nobody knows what is additional.
      (isBounded || !(keyword === 'patternProperties' || keyword === 'additionalProperties')),
  );
  return Object.fromEntries(kept.map(([keyword, one]) => [keyword, strip(one)]));
}

/** Keywords that only pass on what is wrong deeper down. */
const passing = new Set([
  'properties',
  'patternProperties',
  'additionalProperties',
  'if',
  'items',
  'prefixItems',
  'allOf',
  '$ref',
  'then',
  'else',
  'dependentSchemas',
]);
const union = /\/(?:oneOf|anyOf)$/;

/** The errors to tell: the innermost ones, and of a union only those of its closest option. */
function telling(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  let left = errors.filter(({ keyword }) => !passing.has(keyword));
  for (const { keywordLocation } of left.filter((one) => union.test(one.keywordLocation))) {
    const options = new Map<string, OutputUnit[]>();
    for (const one of left) {
      if (!one.keywordLocation.startsWith(`${keywordLocation}/`)) continue;
      const [index = ''] = one.keywordLocation.slice(keywordLocation.length + 1).split('/');
      options.set(index, [...(options.get(index) ?? []), one]);
    }
    const [closest] = [...options.values()].sort((a, b) => a.length - b.length);
    if (!closest) continue;
    const others = new Set([...options.values()].flat().filter((one) => !closest.includes(one)));
    left = left.filter((one) => !others.has(one) && one.keywordLocation !== keywordLocation);
  }
  return left;
}

/** How the checker tells what is missing. */
const absences = new Map([
  ['required', /property "(.*)"\.$/],
  ['dependentRequired', /does not have "(.*)"\.$/],
]);

/** Where the error stands in the arguments; what is missing stands where it would be. */
function pathOf({ instanceLocation, keyword, error }: OutputUnit): string[] {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  const missing = absences.get(keyword)?.exec(error)?.[1];
  return missing === undefined ? path : [...path, missing];
}

/** An item of a list that nobody has filled in is there, but of no type. */
function isNothing(input: Arguments, path: readonly string[]): boolean {
  const found = path.reduce<unknown>(
    (at, part) =>
      typeof at === 'object' && at !== null ? new Map(Object.entries(at)).get(part) : undefined,
    input,
  );
  return found === undefined || found === null;
}

function problemOf({ keyword, keywordLocation }: OutputUnit, schema: unknown): SchemaProblem {
  let value: unknown = schema;
  for (const part of keywordLocation.split('/').slice(1)) {
    value =
      typeof value === 'object' && value !== null
        ? new Map<string, unknown>(Object.entries(value)).get(decodeURIComponent(part))
        : undefined;
  }
  const text = value === undefined ? undefined : JSON.stringify(value);
  return { keyword, value: text !== undefined && text.length <= 60 ? text : undefined };
}
