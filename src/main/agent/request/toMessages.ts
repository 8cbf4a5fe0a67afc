import type Anthropic from '@anthropic-ai/sdk';
import type { ChatItem, ChatItemOf, ResultPart, ToolCall } from '../../../shared/chat.ts';
import { channelText } from '../../channels/channelMessage.ts';
import { wellFormed, wellFormedJson } from '../../tools/codePoints.ts';
import { isImageType } from '../../tools/imageType.ts';
import { apiSearchBlocks } from '../model/apiToolSearch.ts';
import { attachmentBlocks, hookBlock } from '../attachments/attachmentBlocks.ts';
import { backgroundBlocks } from '../background/backgroundText.ts';
import { interruptedText, isUnfinished } from '../interruptions.ts';
import { mailText } from './mailText.ts';
import type { ContentParam } from '../model/model.ts';
import { sentFile } from './sentFiles.ts';
import type { SentFiles } from './sentFiles.ts';

type AnswerItem = ChatItemOf<'text'> | ChatItemOf<'thinking'> | ChatItemOf<'tool'>;
/** A message whose content is in blocks. */
export type BlockMessage = {
  readonly role: 'user' | 'assistant';
  readonly content: ContentParam[];
};
type ResultContent = Array<Anthropic.TextBlockParam | Anthropic.ImageBlockParam>;

/**
 * The conversation as the Messages API takes it: roles alternate, every tool_use is followed by its
 * tool_result, all results of an answer in one message, nothing empty. Notices are not told. `files`
 * has what the items refer to, as it was read for this request (see sentFiles).
 */
export function toMessages(items: readonly ChatItem[], files: SentFiles): BlockMessage[] {
  const messages: BlockMessage[] = [];
  let answer: AnswerItem[] = [];
  const endAnswer = (): void => {
    for (const message of answerMessages(answer, files)) append(messages, message);
    answer = [];
  };
  for (const item of items) {
    // What is compacted is no longer among the items, see compactedView.
    if (item.kind === 'notice' || item.kind === 'compaction') continue;
    if (item.kind === 'user') {
      if (item.isWithheld === true) continue;
      endAnswer();
      const attached = (item.attachments ?? []).flatMap((one) => attachmentBlocks(one, files));
      const said = textBlock(item.text) ?? blankMessage;
      const added = item.added === undefined ? [] : [hookBlock(item.added)];
      append(messages, { role: 'user', content: [...attached, ...added, said] });
      continue;
    }
    if (item.kind === 'channel') {
      endAnswer();
      const text = channelText(item.server, item);
      append(messages, { role: 'user', content: [{ type: 'text', text }] });
      continue;
    }
    if (item.kind === 'mail') {
      endAnswer();
      append(messages, { role: 'user', content: [{ type: 'text', text: mailText(item) }] });
      continue;
    }
    if (item.kind === 'background') {
      endAnswer();
      const content = backgroundBlocks(item, resultContent(item.call, files));
      append(messages, { role: 'user', content });
      continue;
    }
    if (answer[0] && answer[0].round !== item.round) endAnswer();
    answer.push(item);
  }
  endAnswer();
  return messages;
}

const blankMessage: Anthropic.TextBlockParam = { type: 'text', text: '(empty message)' };

/** An answer and, when it called tools, their results. Texts after a call stay before the results. */
function answerMessages(answer: readonly AnswerItem[], files: SentFiles): BlockMessage[] {
  const content = answer.flatMap(answerBlock);
  const results = answer.flatMap((item) =>
    item.kind === 'tool' && !item.call.byApi ? [toolResult(item, files)] : [],
  );
  const last = content.at(-1);
  if (!last || last.type === 'thinking' || last.type === 'redacted_thinking') {
    if (!content.some((block) => block.type === 'text' || block.type === 'tool_use')) return [];
    while (isThinking(content.at(-1))) content.pop();
  }
  const said: BlockMessage = { role: 'assistant', content };
  return results.length === 0 ? [said] : [said, { role: 'user', content: results }];
}

function isThinking(block: ContentParam | undefined): boolean {
  return block?.type === 'thinking' || block?.type === 'redacted_thinking';
}

function answerBlock(item: AnswerItem): ContentParam[] {
  switch (item.kind) {
    case 'text': {
      const block = textBlock(item.text);
      return block ? [block] : [];
    }
    case 'thinking':
      if (item.signature === undefined) return [];
      return item.redacted
        ? [{ type: 'redacted_thinking', data: item.signature }]
        : [{ type: 'thinking', thinking: item.text, signature: item.signature }];
    case 'tool':
      if (item.call.byApi) return apiSearchBlocks(item);
      return [
        {
          type: 'tool_use',
          id: item.id,
          name: apiName(item.call.name),
          input: wellFormedJson(item.call.input),
        },
      ];
  }
}

/** A model may have called what could never be a tool's name. */
function apiName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || '_';
}

function toolResult(
  { id, call }: ChatItemOf<'tool'>,
  files: SentFiles,
): Anthropic.ToolResultBlockParam {
  const isError = call.state !== 'done';
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: resultContent(call, files),
    ...(isError && { is_error: true }),
  };
}

/** An error result may hold text only. */
function resultContent(call: ToolCall, files: SentFiles): ResultContent {
  if (isUnfinished(call)) return [{ type: 'text', text: interruptedText }];
  const content = (call.result ?? []).flatMap((part) =>
    partBlock(part, files, call.state === 'done'),
  );
  return content.length > 0 ? content : [{ type: 'text', text: '(no output)' }];
}

function partBlock(part: ResultPart, files: SentFiles, mayHaveImages: boolean): ResultContent {
  switch (part.kind) {
    case 'text': {
      const block = textBlock(part.text);
      return block ? [block] : [];
    }
    case 'image': {
      if (!mayHaveImages || !isImageType(part.mediaType)) {
        return [{ type: 'text', text: `(an image, ${part.mediaType})` }];
      }
      const sent = sentFile(part, files);
      if ('left' in sent) {
        return [{ type: 'text', text: `(an image, ${part.mediaType}: ${sent.left})` }];
      }
      const source = { type: 'base64', media_type: part.mediaType, data: sent.data } as const;
      return [{ type: 'image', source }];
    }
    case 'link': {
      const about = [part.description, part.mediaType].filter((one) => one !== undefined);
      const more = about.length > 0 ? ` (${about.join(', ')})` : '';
      return [{ type: 'text', text: `Resource link: ${part.name} <${part.uri}>${more}` }];
    }
    case 'file':
      return [
        {
          type: 'text',
          text:
            `Saved as a file: ${part.path} (${part.mediaType}, ${part.bytes} bytes): ${part.note}. ` +
            'Where you have read_file and grep, they take this path.',
        },
      ];
  }
}

function textBlock(text: string): Anthropic.TextBlockParam | undefined {
  return text.trim() === '' ? undefined : { type: 'text', text: wellFormed(text) };
}

/** Messages of two parts of a conversation, one after the other. */
export function joinMessages(
  first: readonly BlockMessage[],
  second: readonly BlockMessage[],
): BlockMessage[] {
  const messages = [...first];
  for (const message of second) append(messages, message);
  return messages;
}

/** Messages of the same role in a row are one. */
function append(messages: BlockMessage[], message: BlockMessage): void {
  const last = messages.at(-1);
  if (last?.role === message.role) {
    messages[messages.length - 1] = {
      role: message.role,
      content: [...last.content, ...message.content],
    };
  } else {
    messages.push(message);
  }
}
