import type { ResultPart, ToolCall } from '../../../shared/chat.ts';

type Call = Pick<ToolCall, 'name' | 'server' | 'input' | 'view' | 'state' | 'result'>;

/** The command of a call that runs one. */
export function commandOf({ name, server, input }: Call): string | undefined {
  const { command } = input;
  const runs = server === undefined && name === 'bash' && typeof command === 'string';
  return runs ? command : undefined;
}

/** What a built-in tool's call is about, for the card's one line; undefined for other calls. */
export function callSubject({ name, server, input, view }: Call): string | undefined {
  if (server !== undefined) return undefined;
  if (view?.kind === 'diff') return view.file;
  if (view?.kind === 'todos') {
    const done = view.todos.filter(({ state }) => state === 'completed').length;
    return `${done} / ${view.todos.length}`;
  }
  const main = { bash: 'command', read_file: 'path', write_file: 'path', edit_file: 'path' };
  const field = new Map(
    Object.entries({ ...main, glob: 'pattern', grep: 'pattern', task: 'description' }),
  ).get(name);
  const value = field === undefined ? undefined : input[field];
  return typeof value === 'string' ? value : undefined;
}

/** Whether the card stands open by itself: what is shown is what one wants to see. */
export function opensItself({ name, server, view, state }: Call): boolean {
  // Its report is for the agent that asked for it.
  if (view?.kind === 'agent') return state === 'running';
  const names = ['bash', 'write_file', 'edit_file', 'todo_write'];
  return server === undefined && names.includes(name);
}

/** The parts of a result that the view does not show already. */
export function unseenParts(call: Call): readonly ResultPart[] {
  const { result = [], view, state } = call;
  if (view === undefined) return result;
  const saysIt = view.kind === 'terminal' || state === 'done';
  return saysIt ? result.filter((part) => part.kind !== 'text') : result;
}
