import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useSettings } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/useAction.ts';

/** Says in every chat what may run unasked, unless it is what it always was. */
export function ModeBanner() {
  const { t } = useTranslation('chat');
  const bridge = useBridge();
  const { busy, run } = useAction();
  const mode = useSettings()?.permissionMode ?? 'ask';
  if (mode === 'ask') return null;
  const look = mode === 'bypass' ? 'failed' : 'backoff';
  return (
    <div className={`finding mode-banner ${look}`} role="note" aria-label={t('mode.label')}>
      <Icon name="hand" className={`st st-${look}`} />
      <p className="grow">{t(`mode.${mode}`)}</p>
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        onClick={() => void run(() => ask(bridge, 'permissions.setMode', 'ask'))}
      >
        {t('mode.end')}
      </button>
    </div>
  );
}
