import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogEntry, LogKind } from '../../../shared/log.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { StateIcon } from '../ui/StateIcon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { rowTone } from './rowTone.ts';

export const kindIcons: Record<LogKind, IconName> = {
  lifecycle: 'pulse',
  call: 'arrows',
  notification: 'bell',
  stderr: 'term',
  noise: 'noise',
};

type Props = {
  readonly entry: LogEntry;
  readonly open?: boolean;
  /** The line that the keys act on. */
  readonly active?: boolean;
  readonly onToggle?: (seq: number) => void;
};

/** One line of the log, 24 px high. Without `onToggle` it is only to be read. */
export const LogRow = memo(function LogRow({ entry, open, active, onToggle }: Props) {
  const { t } = useTranslation('logs');
  const format = useFormat();
  const looks = [rowTone(entry), open ? 'open' : '', active ? 'active' : ''];
  const running = entry.kind === 'call' && entry.durationMs === undefined;
  return (
    <div
      role="row"
      className={`log-row ${looks.join(' ')}`}
      {...(onToggle
        ? { id: rowId(entry.seq), 'aria-selected': active === true, 'aria-expanded': open === true }
        : {})}
      onClick={() => onToggle?.(entry.seq)}
    >
      <span role="gridcell" className="t" title={format.moment(entry.at)}>
        {onToggle && (
          <span className="twist">
            <Icon name={open ? 'chev-d' : 'chev-r'} />
          </span>
        )}
        {timeOf(entry.at)}
      </span>
      <span role="gridcell" className="cut-line" title={entry.server}>
        {entry.server}
      </span>
      <span role="gridcell" className="kind">
        {entry.state === undefined ? (
          <Icon name={kindIcons[entry.kind]} />
        ) : (
          <StateIcon kind={entry.state} className="still" />
        )}
        <span className="cut-line">{t(`kind.${entry.kind}`)}</span>
      </span>
      <span role="gridcell" className="m cut-line">
        {entry.text}
      </span>
      <span role="gridcell" className="r">
        {entry.durationMs === undefined ? running && '…' : format.duration(entry.durationMs)}
      </span>
      <span role="gridcell" className="r">
        {entry.bytes > 0 && format.bytes(entry.bytes)}
      </span>
    </div>
  );
});

export const rowId = (seq: number): string => `log-line-${seq}`;

/** The time of day; a line of another day carries its day instead of milliseconds. */
function timeOf(at: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date().toDateString()) return formatTime(at, 'milliseconds');
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getMonth() + 1)}-${two(date.getDate())} ${formatTime(at, 'seconds')}`;
}
