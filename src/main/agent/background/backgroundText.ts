import type Anthropic from '@anthropic-ai/sdk';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { escapeText } from '../../channels/channelMessage.ts';

type Blocks = readonly (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[];

/** What the text about every call that went on in the background begins with. */
export const backgroundStart = '<background-result id="';

/**
 * How the end of a call in the background is put to the model: the texts of its result in one block
 * within a tag that nothing in them can end, its images after it.
 */
export function backgroundBlocks({ call }: ChatItemOf<'background'>, result: Blocks) {
  const { background = '', name, state } = call;
  const about = `${escapeText(background)}" tool="${escapeText(name)}" state="${state}"`;
  const texts = result.flatMap((block) => (block.type === 'text' ? [inert(block.text)] : []));
  const text = [`${backgroundStart}${about}>`, ...texts, '</background-result>'].join('\n');
  return [{ type: 'text' as const, text }, ...result.filter(({ type }) => type === 'image')];
}

const inert = (text: string): string => text.replace(/<(?=\/?\s*background-result)/gi, '&lt;');
