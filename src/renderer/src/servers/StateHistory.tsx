import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerSummary } from '../../../shared/server.ts';
import { formatTime } from '../ui/format.ts';
import { StateIcon, useStateWord } from '../ui/StateIcon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { reasonFor } from './reason.ts';
import { useReasonText } from './ReasonText.tsx';

type Props = {
  readonly history: ServerDetail['history'];
  readonly source: ServerSummary['source'];
};

/** The states a server went through, latest first. */
export function StateHistory({ history, source }: Props) {
  const { t } = useTranslation('servers');
  const word = useStateWord();
  const reasonText = useReasonText();
  const format = useFormat();
  return (
    <section aria-labelledby="server-history">
      <h3 id="server-history">
        {t('history.title')}
        {history[0] && <small>{t('history.since', { time: formatTime(history[0].at) })}</small>}
      </h3>
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
