import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useAction } from '../ui/useAction.ts';
import { lineFilter } from './logFilter.ts';
import type { LogChoice } from './logFilter.ts';

/**
 * Saves the lines that the filter leaves, or the record of all permission decisions, as a file; and
 * leads to how long lines are kept.
 */
export function ExportButton({ choice }: { choice: LogChoice }) {
  const { t } = useTranslation('logs');
  const bridge = useBridge();
  const text = useErrorText();
  const go = useGo();
  const { busy, error, run } = useAction();
  const [lines, decisions] = [t('exportLines'), t('exportDecisions')];
  const filter = lineFilter(choice);
  return (
    <>
      {error && (
        <span className="action-failed cut-line" role="alert">
          {text(error)}
        </span>
      )}
      <Menu
        trigger={
          <button
            type="button"
            className="icon"
            aria-label={t('export')}
            title={t('export')}
            disabled={busy}
          >
            <Icon name="export" />
          </button>
        }
        items={[
          {
            label: lines,
            onSelect: () => void run(() => ask(bridge, 'log.export', { title: lines, filter })),
          },
          {
            label: decisions,
            onSelect: () => void run(() => ask(bridge, 'permissions.export', { title: decisions })),
          },
          { label: t('keep'), onSelect: () => go({ view: 'settings', section: 'log' }) },
        ]}
      />
    </>
  );
}
