import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import type { ToolViewOf } from './TerminalView.tsx';

const looks = new Map([
  ['+', 'diff-added'],
  ['-', 'diff-removed'],
  ['@', 'diff-place'],
  ['\\', 'diff-place'],
]);

/** What a call changes in a file, line by line. */
export function DiffView({ view }: { view: ToolViewOf<'diff'> }) {
  const { t } = useTranslation('workspace');
  const { file, isNew, lines, cut } = view;
  return (
    <div className="diff">
      <p className="diff-head">
        <Icon name="file" className="s14" />
        <span className="mono cut-line grow" title={file}>
          {file}
        </span>
        {isNew && <span className="tag">{t('diff.new')}</span>}
        <DiffCounts view={view} />
      </p>
      <div className="well diff-lines mono" role="group" aria-label={t('diff.lines')} tabIndex={0}>
        {lines.length === 0 && <p className="quiet diff-none">{t('diff.none')}</p>}
        <pre>
          {lines.map((line, at) => (
            // The lines of a difference never move.
            <span key={at} className={`diff-line ${looks.get(line.charAt(0)) ?? ''}`}>
              {line === '' ? ' ' : line}
              {'\n'}
            </span>
          ))}
        </pre>
        {cut > 0 && <p className="quiet diff-none">{t('diff.cut', { count: cut })}</p>}
      </div>
    </div>
  );
}

/** How many lines come and go, such as "+12 −3". */
export function DiffCounts({ view: { added, removed } }: { view: ToolViewOf<'diff'> }) {
  const { t } = useTranslation('workspace');
  return (
    <span className="num diff-counts" aria-label={t('diff.counts', { added, removed })}>
      <span className="st-ok">+{added}</span> <span className="st-failed">−{removed}</span>
    </span>
  );
}
