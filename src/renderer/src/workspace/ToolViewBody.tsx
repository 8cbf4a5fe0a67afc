import type { ToolCall } from '../../../shared/chat.ts';
import { AgentBody } from '../agents/AgentBody.tsx';
import { DiffView } from './DiffView.tsx';
import { TerminalView } from './TerminalView.tsx';
import { TodoView } from './TodoView.tsx';
import { commandOf } from './callSubject.ts';

/** What a built-in tool's call does, shown as what it is; nothing for other calls. */
export function ToolViewBody({ call }: { call: ToolCall }) {
  const { view } = call;
  const command = commandOf(call);
  if (command !== undefined) {
    return <TerminalView command={command} view={view?.kind === 'terminal' ? view : undefined} />;
  }
  if (view?.kind === 'diff') return <DiffView view={view} />;
  if (view?.kind === 'todos') return <TodoView todos={view.todos} />;
  if (view?.kind === 'agent') return <AgentBody id={view.conversationId} />;
  return null;
}
