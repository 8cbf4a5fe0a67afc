import type { ComponentProps } from 'react';
import type { ExtraProps } from 'streamdown';
import { CodeBlock } from './CodeBlock.tsx';

type Node = NonNullable<ExtraProps['node']>['children'][number];

const textOf = (node: Node): string => {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
};

/** A code block inside other Markdown, such as a list item's. */
export function MarkdownCode({ node }: ComponentProps<'pre'> & ExtraProps) {
  const inner = node?.children[0];
  if (inner?.type !== 'element') return null;
  const classes = inner.properties['className'];
  const names = Array.isArray(classes) ? classes.map(String) : [];
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  const code = textOf(inner);
  return <CodeBlock code={code} language={language ?? ''} settled />;
}
