import './approvals.css';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';

/** Says that an administrator decides which servers there are, and by which file. */
export function ManagedNote() {
  const { t } = useTranslation('approvals');
  const managed = useConfig()?.managed;
  if (managed === undefined) return null;
  return (
    <section className="finding backoff managed-note" aria-label={t('managed.title')}>
      <Icon name="settings" />
      <p className="grow">
        <b>{t('managed.title')}</b> {t(managed.excludes ? 'managed.excludes' : 'managed.filters')}{' '}
        <span className="mono">{managed.file}</span>
      </p>
    </section>
  );
}
