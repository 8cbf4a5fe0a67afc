import { useContext } from 'react';
import type { ComponentProps } from 'react';
import type { ExtraProps } from 'streamdown';
import { Fence } from './Fence.tsx';
import { LiveContext } from './LiveContext.ts';
import { textOf } from './tableText.ts';

/** A code block inside other Markdown, such as a list item's. */
export function MarkdownCode({ node }: ComponentProps<'pre'> & ExtraProps) {
  const live = useContext(LiveContext);
  const inner = node?.children[0];
  if (inner?.type !== 'element') return null;
  const classes = inner.properties['className'];
  const names = Array.isArray(classes) ? classes.map(String) : [];
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length);
  return <Fence code={textOf(inner)} language={language ?? ''} settled={!live} />;
}
