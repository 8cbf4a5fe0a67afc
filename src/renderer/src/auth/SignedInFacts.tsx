import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account, SignInView } from '../../../shared/auth.ts';
import { accountText } from './accountText.ts';
import { Expiry } from './Expiry.tsx';
import { Scopes } from './Scopes.tsx';

type Props = { readonly signedIn: NonNullable<SignInView['signedIn']> };

/** Who is signed in and by what right: everything but the tokens. */
export function SignedInFacts({ signedIn }: Props) {
  const { t } = useTranslation('auth');
  const { account, issuer, scopes, clientId, clientSource, keptIn } = signedIn;
  return (
    <dl className="kv">
      {account && accountText(account) !== '' && (
        <Fact name={t('facts.account')}>
          {accountText(account)}
          {account.subject !== undefined && hasName(account) && (
            <span className="quiet mono"> {account.subject}</span>
          )}
        </Fact>
      )}
      <Fact name={t('facts.issuer')}>
        <span className="mono">{issuer}</span>
      </Fact>
      <Fact name={t('facts.scopes')}>
        {scopes.length > 0 ? <Scopes scopes={scopes} /> : t('facts.noScopes')}
      </Fact>
      <Fact name={t('facts.expiry')}>
        <Expiry at={signedIn.expiresAt} renews={signedIn.renews} />
      </Fact>
      <Fact name={t('facts.client')}>
        <span className="mono">{clientId}</span>{' '}
        <span className="quiet">{t(`facts.clientSource.${clientSource}`)}</span>
      </Fact>
      <Fact name={t('facts.keptIn')}>
        {keptIn === 'keychain' ? (
          t('facts.inKeychain')
        ) : (
          <span className="st-backoff">{t('facts.inMemory')}</span>
        )}
      </Fact>
      {signedIn.isBoundToKey && <Fact name={t('facts.boundTo')}>{t('facts.boundToKey')}</Fact>}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const hasName = ({ name, email }: Account): boolean => name !== undefined || email !== undefined;
