import './approvals.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';

/** Says that the workspace brings servers along that nobody has let in, and asks about each. */
export function ApprovalBanner() {
  const { t } = useTranslation('approvals');
  const config = useConfig();
  const [isOpen, setOpen] = useState(true);
  if (config === undefined || config.waiting.length === 0) return null;
  const { waiting, workspace } = config;
  return (
    <section className="approvals" aria-label={t('title')}>
      <div className="finding needs-auth">
        <Icon name="hand" />
        <p className="grow">
          <b>{t('waiting', { count: waiting.length })}</b>{' '}
          {t('why', { count: waiting.length, workspace })}
        </p>
        <button
          type="button"
          className="btn sm"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'hide' : 'review')}
        </button>
      </div>
      {isOpen && (
        <div className="approval-list">
          {waiting.map((entry) => (
            <ApprovalCard key={entry.key} entry={entry} />
          ))}
        </div>
      )}
    </section>
  );
}
