import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';

/** Says that what is entered now is gone when Patchbay ends, and why. */
export function KeychainBanner({ problem }: { readonly problem: string | undefined }) {
  const { t } = useTranslation('auth');
  if (problem === undefined) return null;
  return (
    <div className="finding backoff auth-keychain" role="note">
      <Icon name="key" />
      <p className="grow">
        <b>{t('keychain.title')}</b> {t('keychain.why', { reason: problem })}
      </p>
    </div>
  );
}
