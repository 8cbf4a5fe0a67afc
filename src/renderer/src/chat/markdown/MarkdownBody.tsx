import { Streamdown, defaultRehypePlugins } from 'streamdown';
import type { Components, PluginConfig } from 'streamdown';
import { MarkdownCheckbox } from './MarkdownCheckbox.tsx';
import { MarkdownCode } from './MarkdownCode.tsx';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';
import { MarkdownTable } from './MarkdownTable.tsx';

/**
 * A heading of an answer, below those of the screen. Most answers begin with the second or third
 * level: both are one here, so that none seems to be left out.
 */
function heading(Level: 'h3' | 'h4', className: string): NonNullable<Components['h1']> {
  return ({ children }) => <Level className={className}>{children}</Level>;
}

/** Plain elements styled by markdown.css; HTML in the text has been parsed and sanitised before. */
const components: Components = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: MarkdownCheckbox,
  pre: MarkdownCode,
  table: MarkdownTable,
  inlineCode: ({ children }) => <code>{children}</code>,
  h1: heading('h3', 'd1'),
  h2: heading('h3', 'd1'),
  h3: heading('h3', 'd2'),
  h4: heading('h4', 'd3'),
  h5: heading('h4', 'd3'),
  h6: heading('h4', 'd3'),
  p: 'p',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  hr: 'hr',
  strong: 'strong',
  sub: 'sub',
  sup: 'sup',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
};
const { raw, sanitize } = defaultRehypePlugins;
const rehypePlugins = [raw, sanitize].filter((plugin) => plugin !== undefined);
const noPlugins: PluginConfig = {};
/** The text is one block already: see store/blocks.ts. */
const whole = (text: string): string[] => [text];

type Props = {
  readonly text: string;
  readonly live: boolean;
  readonly plugins?: PluginConfig;
};

/** Markdown in our own elements. */
export function MarkdownBody({ text, live, plugins = noPlugins }: Props) {
  return (
    <Streamdown
      className="md"
      mode="streaming"
      parseMarkdownIntoBlocksFn={whole}
      parseIncompleteMarkdown={live}
      components={components}
      rehypePlugins={rehypePlugins}
      plugins={plugins}
      controls={false}
      lineNumbers={false}
    >
      {text}
    </Streamdown>
  );
}
