import { Suspense, lazy } from 'react';
import { isDiagram } from '../../store/blocks.ts';
import { CodeBlock } from './CodeBlock.tsx';
import type { CodePart } from './CodeBlock.tsx';

/** Comes with the first diagram. */
const DiagramBlock = lazy(async () => {
  const { DiagramBlock: component } = await import('../../diagrams/DiagramBlock.tsx');
  return { default: component };
});

type Props = {
  readonly code: string;
  readonly language: string;
  /** No more code comes. */
  readonly settled: boolean;
  readonly part?: CodePart;
};

/** A fence as what it holds: a diagram once it is complete and here as a whole, and else code. */
export function Fence({ part, ...fence }: Props) {
  const code = <CodeBlock {...fence} {...(part && { part })} />;
  const isWhole = part === undefined || (part.first && part.last);
  if (!isDiagram(fence.language) || !fence.settled || !isWhole) return code;
  return (
    <Suspense fallback={code}>
      <DiagramBlock source={fence.code} />
    </Suspense>
  );
}
