import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyWords } from '../keys/useCommand.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import type { FeedState } from './feedState.ts';

type Props = {
  readonly state: FeedState;
  readonly onFollow: () => void;
  readonly onPause: () => void;
};

/** Whether the end is followed, how much there is, and the keys. */
export function LogFoot({ state, onFollow, onPause }: Props) {
  const { t } = useTranslation('logs');
  const format = useFormat();
  const keys = useKeyWords('logs.pause');
  const { following, waiting, total, searching } = state;
  /** How many the filter found at first: what comes after that is seen, and not heard one by one. */
  const [found, setFound] = useState(total);
  if ((total === undefined) !== (found === undefined)) setFound(total);
  const lines = (count: number | undefined) =>
    count !== undefined && t('lines', { count, n: format.count(count) });
  return (
    <footer className="log-foot">
      <span className={following ? 'live-dot' : 'live-dot paused'}>
        <Icon name={following ? 'down' : 'pause'} className="s14" />
        {t(following ? 'following' : 'paused')}
      </span>
      <span className="quiet">{searching ? t('searching') : lines(total)}</span>
      <span className="sr" role="status">
        {lines(found)}
      </span>
      {waiting > 0 && (
        <button type="button" className="new-lines" onClick={onFollow}>
          {t('newLines', { count: waiting, n: format.count(waiting) })}
        </button>
      )}
      <span className="grow" />
      <span className="quiet foot-hint">{t('hint')}</span>
      <button
        type="button"
        className="btn sm"
        aria-keyshortcuts={keys.aria}
        onClick={following ? onPause : onFollow}
      >
        <Icon name={following ? 'pause' : 'down'} className="s14" />
        {t(following ? 'pause' : 'follow')}
        <kbd>{keys.words}</kbd>
      </button>
    </footer>
  );
}
