import { useTranslation } from 'react-i18next';
import type { Teammate } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import type { useAction } from '../ui/useAction.ts';
import { isAtWork } from './teammateLooks.ts';

type Props = {
  readonly teammate: Teammate;
  /** Of whoever shows what became of it. */
  readonly action: ReturnType<typeof useAction>;
};

/** Stops a teammate at work, and lets any other go on. */
export function TeammateButton({ teammate: { id, name, state }, action: { busy, run } }: Props) {
  const { t } = useTranslation('teammates');
  const bridge = useBridge();
  const what = isAtWork(state) ? 'stop' : 'resume';
  return (
    <button
      type="button"
      className="btn ghost sm"
      aria-label={t(`${what}-of`, { name })}
      disabled={busy}
      onClick={() => void run(() => ask(bridge, `team.${what}`, id))}
    >
      {t(what)}
    </button>
  );
}
