import { fieldProblem } from '../../../shared/formAnswer.ts';
import type { FieldProblem, FormValue } from '../../../shared/formAnswer.ts';
import type { FormField } from '../../../shared/formFields.ts';
import type { FormDraft } from '../store/questions.ts';

/**
 * A form before anything was entered: the server's defaults. Numbers and dates are kept as the text
 * in their controls, a moment in the computer's own time zone.
 */
export function firstDraft(fields: readonly FormField[]): FormDraft {
  return new Map(fields.map((field) => [field.name, firstValue(field)]));
}

function firstValue(field: FormField): string | boolean | readonly string[] {
  switch (field.kind) {
    case 'text':
      return field.format === 'date-time' ? localTime(field.default) : (field.default ?? '');
    case 'number':
      return field.default === undefined ? '' : String(field.default);
    case 'boolean':
      return field.default ?? false;
    case 'choice':
      return field.default ?? '';
    case 'choices':
      return field.default ?? [];
  }
}

/** The answer as it would be sent, and by field what is wrong with it. */
export function readDraft(
  fields: readonly FormField[],
  draft: FormDraft,
): {
  readonly content: Record<string, string | number | boolean | string[]>;
  readonly problems: ReadonlyMap<string, FieldProblem>;
} {
  const content = new Map<string, string | number | boolean | string[]>();
  const problems = new Map<string, FieldProblem>();
  for (const field of fields) {
    const value = valueOf(field, draft);
    const problem = fieldProblem(field, value);
    if (problem) problems.set(field.name, problem);
    else if (value !== undefined) content.set(field.name, isList(value) ? [...value] : value);
  }
  return { content: Object.fromEntries(content), problems };
}

/** The value of a field, or undefined when it is left out of the answer. */
function valueOf(field: FormField, draft: FormDraft): FormValue | undefined {
  const entered = draft.get(field.name);
  switch (field.kind) {
    case 'text':
      return textValue(field, typeof entered === 'string' ? entered : '');
    case 'number': {
      const text = typeof entered === 'string' ? entered.trim() : '';
      return text === '' ? undefined : Number(text);
    }
    case 'boolean':
      return entered === true;
    case 'choice':
      return entered === '' ? undefined : entered;
    case 'choices': {
      const chosen = isList(entered) ? entered : [];
      // Nothing chosen is an answer only where an empty list is.
      return chosen.length === 0 && !field.required ? undefined : chosen;
    }
  }
}

function textValue(
  field: Extract<FormField, { kind: 'text' }>,
  entered: string,
): string | undefined {
  if (field.format === undefined) {
    // Left out, the default would be filled in; empty is what is meant.
    const isCleared = entered === '' && (field.default ?? '') !== '' && !field.required;
    return entered === '' && !isCleared ? undefined : entered;
  }
  const text = entered.trim();
  if (text === '') return undefined;
  if (field.format !== 'date-time') return text;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}

/** RFC 3339 to what a datetime-local control takes: `2026-12-01T14:05:00`, in local time. */
function localTime(moment: string | undefined): string {
  const at = new Date(moment ?? '');
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

const isList = (value: unknown): value is readonly string[] => Array.isArray(value);
