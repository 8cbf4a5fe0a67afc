import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from 'streamdown';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { tableText } from './tableText.ts';

/** A table that scrolls sideways by itself, and can be copied. */
export function MarkdownTable({ node, children }: ComponentProps<'table'> & ExtraProps) {
  const { t } = useTranslation('content');
  return (
    <div className="table-frame">
      <div className="table-scroll" role="group" aria-label={t('table.label')} tabIndex={0}>
        <table>{children}</table>
      </div>
      {node && <CopyButton text={() => tableText(node)} label={t('table.copy')} />}
    </div>
  );
}
