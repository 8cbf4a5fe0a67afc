import { isRecord } from '../../../shared/jsonPointer.ts';
import type { Schema } from '../../tools/schema/cleanSchema.ts';

/**
 * Fills a tool's properties that are required or have a default, and its query, from what the user
 * wrote or with examples, so that a permission prompt shows what will happen.
 */
export function demoArguments(
  schema: Schema,
  text: string,
  query: string,
): Record<string, unknown> {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const filled = Object.entries(properties).flatMap(([name, property]) => {
    const shape = isRecord(property) ? property : {};
    const isQuery = queryNames.test(name);
    const mentioned = mentionedChoice(shape, text);
    const isSpelt = required.includes(name) || shape['default'] !== undefined;
    if (!isSpelt && !isQuery && mentioned === undefined) return [];
    return [[name, mentioned ?? (isQuery ? query : example(name, shape))] as const];
  });
  return Object.fromEntries(filled);
}

const queryNames = /^(?:query|q|search|keywords?|term)$/i;

const examples: readonly (readonly [RegExp, string])[] = [
  [/environment|stage|target/i, 'staging'],
  [/service|app|project|name/i, 'web'],
  [/ref|branch|version|commit/i, 'main'],
];

function choicesOf(shape: Schema): readonly unknown[] {
  return Array.isArray(shape['enum']) ? shape['enum'] : [];
}

function mentionedChoice(shape: Schema, text: string): unknown {
  return choicesOf(shape).find(
    (one) => typeof one === 'string' && text.toLowerCase().includes(one.toLowerCase()),
  );
}

function example(name: string, shape: Schema): unknown {
  const known = examples.find(([names]) => names.test(name))?.[1];
  const choices = choicesOf(shape);
  if (shape['default'] !== undefined) return shape['default'];
  if (choices.length > 0) return choices.includes(known) ? known : choices[0];
  switch (shape['type']) {
    case 'number':
    case 'integer':
      return typeof shape['minimum'] === 'number' ? shape['minimum'] : 1;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return known ?? 'example';
  }
}
