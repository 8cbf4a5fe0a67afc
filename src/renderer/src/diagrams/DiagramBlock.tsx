import './diagrams.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../chat/markdown/CodeBlock.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import { ToggleButton } from '../ui/ToggleButton.tsx';
import type { Drawing } from './createDiagrams.ts';
import { useDrawing } from './useDrawing.ts';

/** A Mermaid diagram as an image, or its source: where it can't be drawn, with the reason. */
export function DiagramBlock({ source }: { readonly source: string }) {
  const { t } = useTranslation('content');
  const drawing = useDrawing(source);
  const [asSource, setAsSource] = useState(false);
  if (drawing?.kind !== 'drawn') {
    return (
      <>
        {drawing && <Failed drawing={drawing} />}
        <CodeBlock code={source} language="mermaid" settled />
      </>
    );
  }
  const toggle = (
    <ToggleButton
      icon="shapes"
      label={t('diagram.as-diagram')}
      pressed={!asSource}
      onToggle={() => setAsSource(!asSource)}
    />
  );
  if (asSource) {
    return (
      <CodeBlock code={source} language="mermaid" settled>
        {toggle}
      </CodeBlock>
    );
  }
  return (
    <figure className="code first last">
      <div className="code-head">
        <span className="grow">{t('diagram.title')}</span>
        {toggle}
        <CopyButton text={() => source} label={t('diagram.copy')} />
      </div>
      <div className="diagram" role="group" aria-label={t('diagram.title')} tabIndex={0}>
        <img
          src={drawing.address}
          width={drawing.width}
          height={drawing.height}
          alt={t('diagram.alt')}
        />
      </div>
    </figure>
  );
}

function Failed({ drawing }: { drawing: Exclude<Drawing, { kind: 'drawn' }> }) {
  const { t } = useTranslation('content');
  const why = drawing.kind === 'failed' ? firstLine(drawing.why) : undefined;
  return (
    <p className="diagram-failed">
      <Icon name="st-failed" className="s14 st-failed" />
      {why === undefined ? t('diagram.slow') : t('diagram.failed', { why })}
    </p>
  );
}

/** Parsers go on with the place in the source and all that they would have taken there. */
const firstLine = (why: string): string => (why.split('\n', 1)[0] ?? '').replace(/[\s:.]+$/, '');
