import type { ChatItemOf, ToolCall } from '../../../shared/chat.ts';

type Place = { readonly name: string; readonly value: string };

const longest = 80;

/**
 * Where a call to a server that pushes goes, such as `chat_id`: the arguments that are named as
 * attributes of its push are, for that is how it is told which place an answer is for.
 */
export function replyTarget(
  { input }: Pick<ToolCall, 'input'>,
  { meta }: Pick<ChatItemOf<'channel'>, 'meta'>,
): readonly Place[] {
  return meta.flatMap(({ key }) => {
    // Not `key in input`: `constructor` may be a key.
    const value: unknown = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [{ name: key, value: String(value).slice(0, longest) }];
  });
}
