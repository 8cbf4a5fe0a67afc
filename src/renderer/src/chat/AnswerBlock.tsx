import { Suspense, lazy } from 'react';
import type { Block } from '../store/blocks.ts';
import { useBlock, useConversation, useFold } from './ConversationContext.ts';

/** Markdown and highlighting come with the first answer, not with the window. */
const Markdown = lazy(async () => {
  const { Markdown: component } = await import('./markdown/Markdown.tsx');
  return { default: component };
});
const Fence = lazy(async () => {
  const { Fence: component } = await import('./markdown/Fence.tsx');
  return { default: component };
});

/** Loads what the first answer needs, ahead of it. */
export function preloadAnswer(): void {
  void import('./markdown/Markdown.tsx');
  void import('./markdown/Fence.tsx');
}

type Props = { readonly itemId: string; readonly index: number };

/** One block of an answer. */
export function AnswerBlock({ itemId, index }: Props) {
  const block = useBlock(itemId, index);
  if (!block) return null;
  return (
    <Suspense fallback={<div className="say plain">{textOf(block)}</div>}>
      {block.kind === 'code' ? (
        <FencePart itemId={itemId} index={index} block={block} />
      ) : (
        <div className={block.live ? 'say live' : 'say'}>
          <Markdown text={block.text} live={block.live} />
        </div>
      )}
    </Suspense>
  );
}

const textOf = (block: Block) => (block.kind === 'code' ? block.code : block.text);

function FencePart({ itemId, index, block }: Props & { block: Extract<Block, { kind: 'code' }> }) {
  const { store } = useConversation();
  const fence = `${itemId}:${block.start}`;
  const wrap = useFold(`${fence} wraps`);
  const wholeFence = () => {
    let last = index;
    for (;;) {
      const next = store.block(itemId, last + 1);
      if (next?.kind !== 'code' || next.start !== block.start) break;
      last += 1;
    }
    return store.codeUpTo(itemId, last);
  };
  return (
    <div className={block.live ? 'say live' : 'say'}>
      <Fence
        code={block.code}
        language={block.language}
        settled={!block.live}
        part={{
          fence,
          first: block.start === index,
          last: block.end || block.live,
          upTo: () => store.codeUpTo(itemId, index),
          whole: wholeFence,
          wrap,
        }}
      />
    </div>
  );
}
