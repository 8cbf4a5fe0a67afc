import type { ChatItem, ResultPart, ToolCall } from '../../../shared/chat.ts';

/** A conversation for reading: what was said, and the calls with arguments and results. */
export function toMarkdown(title: string, items: readonly ChatItem[]): string {
  let speaker: string | undefined;
  const parts = items.flatMap((item) => {
    const said = itemText(item);
    if (said === undefined) return [];
    const [who, text] = said;
    const head = who === speaker ? [] : [`## ${who}`];
    speaker = who;
    return [...head, text];
  });
  return `${[`# ${oneLine(title)}`, ...parts].join('\n\n')}\n`;
}

function itemText(item: ChatItem): readonly [speaker: string, text: string] | undefined {
  switch (item.kind) {
    case 'user': {
      const attached = (item.attachments ?? []).map(({ name }) => `- Attached: ${oneLine(name)}`);
      return [
        'You',
        [item.text, ...(attached.length > 0 ? [attached.join('\n')] : [])].join('\n\n'),
      ];
    }
    case 'text':
      return item.text.trim() === '' ? undefined : ['Assistant', item.text.trim()];
    case 'tool':
      return ['Assistant', callText(item.call)];
    case 'channel':
      return [`Channel ${oneLine(item.server)}`, item.content];
    case 'thinking':
    case 'notice':
    case 'mail':
    case 'compaction':
    case 'background':
      return undefined;
  }
}

function callText({ server, title, state, input, result = [] }: ToolCall): string {
  const head = `**${oneLine([server, title].filter(Boolean).join(': '))}** (${state})`;
  const shown = result.map(partText).join('\n');
  return [
    head,
    ...(Object.keys(input).length > 0 ? [fenced(JSON.stringify(input, null, 2), 'json')] : []),
    ...(shown === '' ? [] : [fenced(shown)]),
  ].join('\n\n');
}

function partText(part: ResultPart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'image':
      return `(image, ${part.mediaType})`;
    case 'link':
      return `${part.name} <${part.uri}>`;
    case 'file':
      return `(file, ${part.mediaType}, ${part.bytes} bytes: ${part.note})`;
  }
}

/** In a fence that is longer than any in the text (CommonMark 0.31, 4.5). */
export function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
