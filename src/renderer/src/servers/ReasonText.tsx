import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { useErrorText } from '../ui/errorText.ts';
import { formatTime } from '../ui/format.ts';
import { useFormat } from '../ui/useFormat.ts';
import { useNow } from '../ui/useNow.ts';
import type { Reason } from './reason.ts';

/** Puts a reason into the words of the language shown. */
export function useReasonText(): (reason: Reason, now: number) => string {
  const { t } = useTranslation('servers');
  const errorText = useErrorText();
  const format = useFormat();
  return (reason, now) => {
    const { at, tookMs, attempt, cause } = reason;
    const values: Record<string, string> = { line: reason.line ?? '' };
    const isFresh = reason.key === 'lastCall' && now - (at ?? 0) < 60_000;
    if (at !== undefined) {
      values['time'] = formatTime(at);
      values['ago'] = coarse(now - at, format.uptime);
    }
    if (tookMs !== undefined) values['took'] = format.duration(tookMs);
    if (cause) values['cause'] = errorText(cause).replace(/[.。]$/, '');
    const key = isFresh ? 'lastCallNow' : reason.key;
    return t(`reason.${key}`, { ...values, ...(attempt === undefined ? {} : { attempt }) });
  };
}

/** A duration in its largest unit only: what is long ago needs no seconds. */
function coarse(ms: number, uptime: (ms: number) => string): string {
  for (const unit of [86_400_000, 3_600_000, 60_000]) {
    if (ms >= unit) return uptime(Math.floor(ms / unit) * unit);
  }
  return uptime(ms);
}

/** The reason cell of a row; only the "ago" in it follows the clock. */
export function ReasonText({ reason }: { reason: Reason }) {
  const now = useNow(15_000, reason.key === 'lastCall');
  const text = useReasonText()(reason, Math.max(now, reason.at ?? 0));
  return <span title={text}>{text}</span>;
}

/** "Retry in 12 s", counting down by itself. */
export function RetryCountdown({ retryAt }: { retryAt: number }) {
  const { t } = useTranslation('servers');
  const format = useFormat();
  const now = useNow(500);
  const left = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return <>{t('retryIn', { time: format.uptime(left * 1000) })}</>;
}

/** How long a server has been connected; empty when it is not. */
export function Uptime({ state }: { state: ServerSummary['state'] }) {
  const format = useFormat();
  const connected = state.kind === 'connected';
  const now = useNow(1000, connected);
  return connected ? <>{format.uptime(now - state.since)}</> : null;
}
