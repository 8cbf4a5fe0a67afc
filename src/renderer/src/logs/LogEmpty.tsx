import { useTranslation } from 'react-i18next';
import type { FeedState } from './feedState.ts';
import { wholeLog } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';

type Props = {
  readonly state: FeedState;
  readonly choice: LogChoice;
  /** A link asked for a line that is not there any more. */
  readonly lost: boolean;
  readonly onClear: () => void;
};

/** Why there is nothing to see, and the way on. */
export function LogEmpty({ state, choice, lost, onClear }: Props) {
  const { t } = useTranslation('logs');
  if (lost) {
    return (
      <p className="log-note" role="status">
        {t('lost')}
        <button type="button" className="btn sm" onClick={onClear}>
          {t('showAll')}
        </button>
      </p>
    );
  }
  if (!state.loaded || state.lines.length > 0 || state.error) return null;
  const filtered =
    choice.text.trim() !== '' ||
    choice.server !== undefined ||
    choice.minLevel !== wholeLog.minLevel ||
    choice.hiddenKinds.size > 0 ||
    choice.errorsOnly;
  return (
    <div className="log-none" role="status">
      <h2>{t(filtered ? 'none.filtered' : 'none.title')}</h2>
      {filtered ? (
        <button type="button" className="btn" onClick={onClear}>
          {t('showAll')}
        </button>
      ) : (
        <p className="quiet">{t('none.lead')}</p>
      )}
    </div>
  );
}
