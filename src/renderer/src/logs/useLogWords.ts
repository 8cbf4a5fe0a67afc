import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LogKind } from '../../../shared/log.ts';
import { useFormat } from '../ui/useFormat.ts';
import { logKinds } from './logFilter.ts';

/** The words and formats that rows need, looked up once for all of them. */
export type LogWords = {
  readonly kind: (kind: LogKind) => string;
  readonly duration: (ms: number) => string;
  readonly bytes: (bytes: number) => string;
};

export function useLogWords(): LogWords {
  const { t } = useTranslation('logs');
  const format = useFormat();
  return useMemo(() => {
    const kinds = new Map<LogKind, string>(logKinds.map((kind) => [kind, t(`kind.${kind}`)]));
    return {
      kind: (kind) => kinds.get(kind) ?? kind,
      duration: remember(format.duration),
      bytes: remember(format.bytes),
    };
  }, [t, format]);
}

/** Keeps the latest few answers: sizes and times repeat, and number formats are slow to make. */
function remember(format: (value: number) => string): (value: number) => string {
  const known = new Map<number, string>();
  return (value) => {
    const text = known.get(value) ?? format(value);
    if (known.size >= 1_000) known.clear();
    known.set(value, text);
    return text;
  };
}
