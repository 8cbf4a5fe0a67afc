import { useTranslation } from 'react-i18next';
import { percentConnected, stateSpans } from '../../../../shared/stateSpans.ts';
import type { ServerDetail, ServerSummary } from '../../../../shared/server.ts';
import { formatTime } from '../../ui/format.ts';
import { StateIcon, useStateWord } from '../../ui/StateIcon.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { useNow } from '../../ui/useNow.ts';
import { reasonFor } from '../reason.ts';
import { useReasonText } from '../ReasonText.tsx';
import { StateBand } from './StateBand.tsx';

type Props = {
  readonly history: ServerDetail['history'];
  readonly source: ServerSummary['source'];
};

/** The states a server went through: as a band over time, and as a list, latest first. */
export function StateHistory({ history, source }: Props) {
  const { t } = useTranslation('servers');
  const word = useStateWord();
  const reasonText = useReasonText();
  const format = useFormat();
  const spans = stateSpans(history, useNow(1_000));
  const since = history[0] && formatTime(history[0].at);
  return (
    <section aria-labelledby="server-history">
      <h3 id="server-history">
        {t('history.title')}
        {since !== undefined && (
          <small className="cut-line">
            {t('history.since', { time: since, percent: percentConnected(spans) })}
          </small>
        )}
      </h3>
      {history.length === 0 && <p className="quiet">{t('history.none')}</p>}
      <StateBand spans={spans} />
      <ol className="times">
        {[...history].reverse().map(({ at, state }, index) => {
          const text =
            state.kind === 'connected'
              ? t('history.connected', { took: format.duration(state.tookMs) })
              : reasonText(reasonFor(state, undefined, source), at);
          return (
            <li key={`${at} ${history.length - index}`}>
              <StateIcon kind={state.kind} className="still" />
              <time className="num quiet" title={format.moment(at)}>
                {formatTime(at, 'seconds')}
              </time>
              {index === 0 ? <b>{word(state.kind)}</b> : <span>{word(state.kind)}</span>}
              <span className="mid cut-line" title={text}>
                {text}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
