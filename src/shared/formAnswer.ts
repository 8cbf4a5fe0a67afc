import { z } from 'zod';
import type { FormField, TextFormat } from './formFields.ts';

export type FormValue = string | number | boolean | readonly string[];

/** Why a value does not fit its field; the renderer has a sentence for each. */
export type FieldProblem =
  | { readonly kind: 'required' | 'not-a-number' | 'not-an-integer' | 'not-an-option' }
  | { readonly kind: 'format'; readonly format: TextFormat }
  | {
      readonly kind: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'too-few' | 'too-many';
      readonly limit: number;
    };

/** RFC 5321, 3986 and 3339, as JSON Schema's `format` means them. */
const formats: Readonly<Record<TextFormat, z.ZodType>> = {
  email: z.email({ pattern: z.regexes.rfc5322Email }),
  // A URI is in ASCII, unlike what the URL parser takes.
  uri: z.url().regex(/^[!-~]+$/),
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
};

/** What is wrong with a field's value; undefined stands for a field that was left empty. */
export function fieldProblem(
  field: FormField,
  value: FormValue | undefined,
): FieldProblem | undefined {
  if (value === undefined) return field.required ? { kind: 'required' } : undefined;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : { kind: 'required' };
    case 'number':
      return numberProblem(field, value);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { kind: 'not-an-option' };
    case 'choice':
      return isOption(field, value) ? undefined : { kind: 'not-an-option' };
    case 'choices':
      return choicesProblem(field, value);
  }
}

/** The fields of an answer that do not fit, in order; also those that nobody asked for. */
export function answerProblems(
  fields: readonly FormField[],
  content: Readonly<Record<string, FormValue>>,
): readonly { readonly name: string; readonly problem: FieldProblem }[] {
  const given = new Map(Object.entries(content));
  const wrong = fields.flatMap((field) => {
    const problem = fieldProblem(field, given.get(field.name));
    given.delete(field.name);
    return problem ? [{ name: field.name, problem }] : [];
  });
  const unasked = [...given.keys()].map((name) => ({
    name,
    problem: { kind: 'not-an-option' as const },
  }));
  return [...wrong, ...unasked];
}

type Kind<K extends FormField['kind']> = Extract<FormField, { kind: K }>;

function textProblem(field: Kind<'text'>, value: string): FieldProblem | undefined {
  const { format, minLength, maxLength } = field;
  // JSON Schema counts characters, not code units.
  const { length } = Array.from(value);
  if (minLength !== undefined && length < minLength) return { kind: 'too-short', limit: minLength };
  if (maxLength !== undefined && length > maxLength) return { kind: 'too-long', limit: maxLength };
  if (format !== undefined && !formats[format].safeParse(value).success) {
    return { kind: 'format', format };
  }
  return undefined;
}

function numberProblem(field: Kind<'number'>, value: FormValue): FieldProblem | undefined {
  const { integer, minimum, maximum } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return { kind: 'not-a-number' };
  if (integer && !Number.isInteger(value)) return { kind: 'not-an-integer' };
  if (minimum !== undefined && value < minimum) return { kind: 'too-small', limit: minimum };
  if (maximum !== undefined && value > maximum) return { kind: 'too-large', limit: maximum };
  return undefined;
}

function choicesProblem(field: Kind<'choices'>, value: FormValue): FieldProblem | undefined {
  if (typeof value !== 'object') return { kind: 'not-an-option' };
  const { minItems, maxItems } = field;
  if (value.some((one) => !isOption(field, one))) return { kind: 'not-an-option' };
  if (minItems !== undefined && value.length < minItems)
    return { kind: 'too-few', limit: minItems };
  if (maxItems !== undefined && value.length > maxItems) {
    return { kind: 'too-many', limit: maxItems };
  }
  return undefined;
}

const isOption = (field: Kind<'choice' | 'choices'>, value: FormValue): boolean =>
  field.options.some((option) => option.value === value);
