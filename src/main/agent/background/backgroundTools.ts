import { AppFailure } from '../../../shared/errors.ts';
import type { ChatItemOf } from '../../../shared/chat.ts';
import type { BuiltinTool } from '../../tools/builtin/builtinTool.ts';
import { refused, said } from '../../tools/builtin/said.ts';
import { terminalText } from '../../tools/builtin/terminalText.ts';
import { cutText } from '../../tools/codePoints.ts';
import type { Background } from './background.ts';
import { runInBackground } from '../callAim.ts';

/** The lead's tools for calls in the background. */
export function backgroundTools(background: Background, now: () => number = Date.now) {
  return [createRunInBackground(), createBackgroundCall(background, now)];
}

/** Stands for a server's tool, see callAim: it runs itself only when it names none. */
function createRunInBackground(): BuiltinTool {
  return {
    name: runInBackground,
    title: 'Run in background',
    description:
      'Call a tool of a server, whose name begins with mcp__, and go on without its result: for ' +
      'what takes long. You are told when it has ended. (bash has run_in_background of its own.)',
    inputSchema: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'The name of the tool' },
        input: { type: 'object', description: 'Its arguments' },
      },
      required: ['tool', 'input'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    run: async ({ tool }) =>
      refused(`There is no tool of a server named ${String(tool)}. Use one of the listed tools.`),
  };
}

/** The tool by which the model looks at its calls in the background, or ends one. */
function createBackgroundCall(background: Background, now: () => number): BuiltinTool {
  return {
    name: 'background_call',
    title: 'Background call',
    description:
      'Show how far a call in the background is, or all of them where there is no id. With stop ' +
      'it is ended. Do not use it to wait: you are told when a call has ended.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'Such as bg_1' },
        stop: { type: 'boolean' },
      },
    },
    annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    permission: 'allow',
    async run({ id, stop = false }, { conversationId }) {
      const running = background.running(conversationId);
      const line = ([label, item]: readonly [string, ChatItemOf<'tool'>]): string =>
        `${label}: ${item.call.title}, for ${Math.round((now() - item.call.startedAt) / 1000)} s`;
      if (typeof id !== 'string') {
        const lines = [...running].map(line);
        return said(lines.length > 0 ? lines.join('\n') : 'Nothing runs in the background.');
      }
      const item = running.get(id);
      if (!item) {
        throw new AppFailure({
          code: 'background/unknown',
          message: `No call ${id} runs in the background of this conversation (any more).`,
        });
      }
      if (stop === true) {
        background.stop(conversationId, item.id);
        return said(`${id} is being stopped.`);
      }
      return said([line([id, item]), soFar(item)].join('\n'));
    },
  };
}

const mostCharacters = 20_000;

function soFar({ call: { view, progress } }: ChatItemOf<'tool'>): string {
  if (view?.kind === 'terminal') {
    const text = terminalText(view).trimEnd();
    return text === '' ? '(no output yet)' : cutText(text, mostCharacters);
  }
  if (!progress) return '(it tells nothing before its end)';
  const of = progress.total === undefined ? '' : ` of ${progress.total}`;
  return `${progress.progress}${of}${progress.message === undefined ? '' : `: ${progress.message}`}`;
}
