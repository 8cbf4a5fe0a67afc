import './approvals.css';
import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useConfig } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** The servers of this folder that were refused, each with the way back. */
export function RefusedNote() {
  const { t } = useTranslation('approvals');
  const bridge = useBridge();
  const asking = useAction();
  const refused = useConfig()?.refused ?? [];
  if (refused.length === 0) return null;
  return (
    <section className="refused-note" aria-label={t('refused.title')}>
      <span className="quiet">{t('refused.title')}</span>
      {refused.map(({ name, from: { layer } }) => (
        <button
          key={`${layer} ${name}`}
          type="button"
          className="btn ghost sm"
          disabled={asking.busy}
          aria-label={t('refused.againOf', { name })}
          title={t('refused.againOf', { name })}
          onClick={() => {
            if (layer !== 'project' && layer !== 'local') return;
            void asking.run(() => ask(bridge, 'config.askAgain', { name, layer }));
          }}
        >
          {name}
        </button>
      ))}
      <InlineError error={asking.error} onDismiss={asking.clear} />
    </section>
  );
}
