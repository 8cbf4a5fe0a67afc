import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatList,
  formatMoment,
  formatPercent,
  formatTokens,
  formatUptime,
} from './format.ts';

export type Format = {
  readonly bytes: (bytes: number) => string;
  readonly count: (value: number) => string;
  readonly duration: (ms: number) => string;
  readonly list: (parts: readonly string[]) => string;
  readonly moment: (at: number) => string;
  readonly percent: (percent: number) => string;
  readonly tokens: (tokens: number) => string;
  readonly uptime: (ms: number) => string;
};

/** The formats of ui/format.ts in the language shown. */
export function useFormat(): Format {
  const language = useTranslation().i18n.language;
  return useMemo(
    () => ({
      bytes: (bytes) => formatBytes(bytes, language),
      count: (value) => formatCount(value, language),
      duration: (ms) => formatDuration(ms, language),
      list: (parts) => formatList(parts, language),
      moment: (at) => formatMoment(at, language),
      percent: (percent) => formatPercent(percent, language),
      tokens: (tokens) => formatTokens(tokens, language),
      uptime: (ms) => formatUptime(ms, language),
    }),
    [language],
  );
}
