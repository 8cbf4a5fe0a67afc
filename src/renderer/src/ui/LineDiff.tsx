import './lineDiff.css';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { foldSame, lineDiff } from './lineDiff.ts';

type Props = { readonly label: string; readonly before: string; readonly after: string };

const marks = { same: ' ', gone: '−', new: '+' } as const;

/** Old against new, line by line; what did not change is folded. */
export function LineDiff({ label, before, after }: Props) {
  const { t } = useTranslation('chat');
  const rows = useMemo(() => foldSame(lineDiff(before, after)), [before, after]);
  return (
    <div className="line-diff well mono" role="group" aria-label={label} tabIndex={0}>
      {rows.map((row, index) =>
        // The rows of a difference never move.
        row.kind === 'skipped' ? (
          <div key={index} className="skipped">
            {t('change.skipped', { count: row.count })}
          </div>
        ) : (
          <div key={index} className={row.kind}>
            <span aria-hidden>{marks[row.kind]}</span>
            {row.kind !== 'same' && <span className="sr">{t(`change.${row.kind}`)}</span>}
            <span className="line">{row.text}</span>
          </div>
        ),
      )}
    </div>
  );
}
