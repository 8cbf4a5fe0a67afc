import { z } from 'zod';
import { Todo } from '../../../shared/chat.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { said } from './said.ts';

const Todos = z.array(Todo);

/** The tool by which the model keeps the conversation's list of what is to be done. */
export function createTodoWrite(): BuiltinTool {
  return {
    name: 'todo_write',
    title: 'Todo list',
    description:
      'Show the user the list of what is to be done in this conversation. Each call replaces the ' +
      'whole list; keep one item in_progress, and mark each as completed as soon as it is.',
    inputSchema: {
      type: 'object',
      properties: {
        todos: {
          type: 'array',
          maxItems: 100,
          items: {
            type: 'object',
            properties: {
              text: { type: 'string', minLength: 1, maxLength: 500 },
              state: { type: 'string', enum: Todo.shape.state.options },
            },
            required: ['text', 'state'],
          },
        },
      },
      required: ['todos'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    needsWorkspace: true,
    async run({ todos }, { onView }) {
      const list = Todos.parse(todos);
      onView({ kind: 'todos', todos: list });
      const done = list.filter(({ state }) => state === 'completed').length;
      return said(`The list is shown: ${done} of ${list.length} done.`);
    },
  };
}
