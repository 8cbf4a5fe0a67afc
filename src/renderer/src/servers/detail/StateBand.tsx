import { useTranslation } from 'react-i18next';
import { percentConnected } from '../../../../shared/stateSpans.ts';
import type { StateSpan } from '../../../../shared/stateSpans.ts';
import { formatTime } from '../../ui/format.ts';
import { stateTone, useStateWord } from '../../ui/StateIcon.tsx';
import { bandTicks } from './bandTicks.ts';

/** The states in one line over time. What it shows is told in words by the list under it. */
export function StateBand({ spans }: { readonly spans: readonly StateSpan[] }) {
  const { t, i18n } = useTranslation('servers');
  const word = useStateWord();
  const first = spans[0];
  const last = spans.at(-1);
  if (!first || !last) return null;
  const { from } = first;
  const { to } = last;
  const { unit, at } = bandTicks(from, to, new Date(to).getTimezoneOffset() * 60_000);
  const days = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short' });
  const label = (time: number): string =>
    unit === 'days' ? days.format(time) : formatTime(time, unit);
  const told = { from: label(from), to: label(to), percent: percentConnected(spans) };
  return (
    <>
      <div className="band" role="img" aria-label={t('history.band', told)}>
        {spans.map((span) => (
          <i
            key={`${span.from} ${span.kind}`}
            className={stateTone(span.kind)}
            style={{ flexGrow: (span.to - span.from) / Math.max(1, to - from) }}
            title={`${word(span.kind)} ${formatTime(span.from, 'seconds')}`}
          />
        ))}
      </div>
      <div className="axis" aria-hidden="true">
        {at.map(({ time, place }) => (
          <span key={place} style={{ left: `${place * 100}%` }}>
            {label(time)}
          </span>
        ))}
      </div>
    </>
  );
}
