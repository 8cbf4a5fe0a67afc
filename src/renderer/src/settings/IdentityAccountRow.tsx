import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { RequestOutput } from '../../../shared/ipc.ts';
import { ask, useBridge } from '../api.ts';
import { accountText } from '../auth/accountText.ts';
import { Expiry } from '../auth/Expiry.tsx';
import { hostOf } from '../auth/hostOf.ts';
import { SignOutButton } from '../auth/SignOutButton.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Identity = RequestOutput<'auth.identity'>;

/** Who is signed in at the identity provider, with the way out. */
export function IdentityAccountRow() {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const leaving = useSaving();
  const { identity, error, load } = useIdentity();
  const { account, expiresAt, isSignedIn = false, issuer = '' } = identity ?? {};
  const name = account && accountText(account);
  const signOut = async (): Promise<void> => {
    await leaving.run(() => ask(bridge, 'auth.signOutIdentity', undefined));
    await load();
  };
  return (
    <SettingRow
      label={isSignedIn && name !== undefined && name !== '' ? name : t('identity.account')}
      note={
        isSignedIn ? (
          <>
            {t('identity.signedIn')}{' '}
            {expiresAt !== undefined && (
              <>
                {t('identity.expires')} <Expiry at={expiresAt} renews={false} />
              </>
            )}
          </>
        ) : (
          identity !== undefined && t('identity.signedOut')
        )
      }
      saving={{ ...leaving, saved: false, error: leaving.error ?? error }}
    >
      {isSignedIn && (
        <SignOutButton
          of={hostOf(issuer)}
          hint={t('identity.leaveHint')}
          disabled={leaving.busy}
          onSignOut={() => void signOut()}
        />
      )}
    </SettingRow>
  );
}

/** Asked again whenever a sign-in anywhere has moved on: any of them may have begun with this one. */
function useIdentity() {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<{ identity?: Identity; error?: AppError }>({});
  const load = useCallback(
    () =>
      ask(bridge, 'auth.identity', undefined).then(
        (identity) => setAnswer({ identity }),
        (thrown: unknown) => setAnswer({ error: toAppError(thrown) }),
      ),
    [bridge],
  );
  useEffect(() => {
    void load();
    return bridge.on('auth.changed', () => void load());
  }, [bridge, load]);
  return { ...answer, load };
}
