import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/useAction.ts';

/** Saves the record of all permission decisions as a file. */
export function ExportButton() {
  const { t } = useTranslation('logs');
  const bridge = useBridge();
  const text = useErrorText();
  const { busy, error, run } = useAction();
  const label = t('exportDecisions');
  return (
    <>
      {error && (
        <span className="action-failed cut-line" role="alert">
          {text(error)}
        </span>
      )}
      <button
        type="button"
        className="icon"
        aria-label={label}
        title={label}
        disabled={busy}
        onClick={() => void run(() => ask(bridge, 'permissions.export', { title: label }))}
      >
        <Icon name="export" />
      </button>
    </>
  );
}
