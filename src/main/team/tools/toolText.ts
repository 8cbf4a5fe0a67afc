import type { ApiSchema } from '../../tools/schema/inputSchema.ts';

type Input = Readonly<Record<string, unknown>>;

/** A text of the input; empty when it is absent. */
export const text = (input: Input, name: string): string => {
  const value = input[name];
  return typeof value === 'string' ? value : '';
};

/** A list of texts of the input; empty when it is absent. */
export const strings = (input: Input, name: string): readonly string[] => {
  const value: unknown = input[name];
  return Array.isArray(value) ? value.map(String) : [];
};

/** The schema of a tool that takes the id of a task. */
export const withId: ApiSchema = {
  type: 'object',
  properties: { task_id: { type: 'string', description: 'Such as task_1' } },
  required: ['task_id'],
};
