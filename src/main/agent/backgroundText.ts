import type { ChatItemOf, ToolCall } from '../../shared/chat.ts';
import { escapeText } from '../channels/channelMessage.ts';

/**
 * How the end of a call in the background is put to the model: its result between two lines, in
 * which nothing can end or begin a tag of that name.
 */
export function backgroundFrame({ call }: ChatItemOf<'background'>): {
  readonly head: string;
  readonly call: ToolCall;
  readonly tail: string;
} {
  const { background = '', name, state } = call;
  const about = `id="${escapeText(background)}" tool="${escapeText(name)}" state="${state}"`;
  const result = call.result?.map((part) =>
    part.kind === 'text'
      ? { ...part, text: part.text.replace(/<(?=\/?\s*background-result)/gi, '&lt;') }
      : part,
  );
  return {
    head: `<background-result ${about}>`,
    call: { ...call, ...(result && { result }) },
    tail: '</background-result>',
  };
}
