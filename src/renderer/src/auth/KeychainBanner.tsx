import { useTranslation } from 'react-i18next';
import type { KeychainProblem } from '../../../shared/auth.ts';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** Says why the keychain can't be used, what that means, and the way out. */
export function KeychainBanner({ problem }: { readonly problem: KeychainProblem | undefined }) {
  const { t } = useTranslation('auth');
  const bridge = useBridge();
  const retrying = useAction();
  if (problem === undefined) return null;
  const retry = () => ask(bridge, 'settings.retryKeychain', undefined);
  return (
    <>
      <div className="finding backoff auth-keychain" role="note">
        <Icon name="key" />
        <p className="grow">
          <b>{t(`keychain.problem.${problem.kind}`, { text: problem.text })}</b> {t('keychain.why')}
        </p>
        <button
          type="button"
          className="btn sm"
          disabled={retrying.busy}
          onClick={() => void retrying.run(retry)}
        >
          {t('keychain.retry')}
        </button>
      </div>
      <InlineError error={retrying.error} onDismiss={retrying.clear} />
    </>
  );
}
