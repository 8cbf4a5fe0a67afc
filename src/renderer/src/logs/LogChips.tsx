import { useTranslation } from 'react-i18next';
import type { LogCounts, LogKind } from '../../../shared/log.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { logKinds } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';
import { kindIcons } from './LogRow.tsx';

type Props = {
  readonly counts: LogCounts;
  readonly choice: LogChoice;
  readonly onChange: (part: Partial<LogChoice>) => void;
};

/** Which kinds of lines are shown, with how many there are of each. */
export function LogChips({ counts, choice, onChange }: Props) {
  const { t } = useTranslation('logs');
  const format = useFormat();
  const toggle = (kind: LogKind): void => {
    const hidden = new Set(choice.hiddenKinds);
    if (!hidden.delete(kind)) hidden.add(kind);
    onChange({ hiddenKinds: hidden });
  };
  return (
    <div className="chips" role="group" aria-label={t('chips')}>
      {logKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="chip"
          aria-pressed={!choice.hiddenKinds.has(kind)}
          onClick={() => toggle(kind)}
        >
          <Icon name={kindIcons[kind]} />
          {t(`kinds.${kind}`)} <span className="n">{format.count(counts[kind] ?? 0)}</span>
        </button>
      ))}
      <span className="rule" />
      <button
        type="button"
        className="chip errors"
        aria-pressed={choice.errorsOnly}
        onClick={() => onChange({ errorsOnly: !choice.errorsOnly })}
      >
        <Icon name="st-failed" className="st st-failed" />
        {t('errorsOnly')} <span className="n">{format.count(counts.errors)}</span>
      </button>
    </div>
  );
}
