import { memo } from 'react';
import type { LogEntry, LogKind } from '../../../shared/log.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { StateIcon } from '../ui/StateIcon.tsx';
import { rowTone } from './rowTone.ts';
import type { LogWords } from './useLogWords.ts';

export const kindIcons: Record<LogKind, IconName> = {
  lifecycle: 'pulse',
  call: 'arrows',
  notification: 'bell',
  stderr: 'term',
  noise: 'noise',
  http: 'globe',
  oauth: 'key',
  decision: 'hand',
};

type Props = {
  readonly entry: LogEntry;
  /** Shared by all rows: a flood of lines makes hundreds of rows a second. */
  readonly words: LogWords;
  readonly open?: boolean;
  /** The line that the keys act on. */
  readonly active?: boolean;
  /** Its place among all lines, from 1, where it is known. */
  readonly index?: number | undefined;
  readonly onToggle?: (seq: number) => void;
};

/** One line of the log, 24 px high. Without `onToggle` it is only to be read. */
export const LogRow = memo(function LogRow(props: Props) {
  const { entry, words, open, active, index, onToggle } = props;
  const looks = [rowTone(entry), open ? 'open' : '', active ? 'active' : ''];
  const running = entry.kind === 'call' && entry.durationMs === undefined;
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={`log-row ${looks.join(' ')}`}
      {...(onToggle
        ? { id: rowId(entry.seq), 'aria-selected': active === true, 'aria-expanded': open === true }
        : {})}
      onClick={() => onToggle?.(entry.seq)}
    >
      <span role="gridcell" className="t" title={dayOf(entry.at)}>
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
        <span className="cut-line">{words.kind(entry.kind)}</span>
      </span>
      <span role="gridcell" className="m cut-line">
        {entry.text}
      </span>
      <span role="gridcell" className="r">
        {entry.durationMs === undefined ? running && '…' : words.duration(entry.durationMs)}
      </span>
      <span role="gridcell" className="r">
        {entry.bytes > 0 && words.bytes(entry.bytes)}
      </span>
    </div>
  );
});

export const rowId = (seq: number): string => `log-line-${seq}`;

const two = (value: number): string => String(value).padStart(2, '0');

function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The time of day; a line of another day carries its day instead of milliseconds. */
function timeOf(at: number): string {
  const day = dayOf(at);
  if (day === dayOf(Date.now())) return formatTime(at, 'milliseconds');
  return `${day.slice(5)} ${formatTime(at, 'seconds')}`;
}
