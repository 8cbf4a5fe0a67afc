import { useTranslation } from 'react-i18next';
import type { SignInView } from '../../../shared/auth.ts';
import { AuthSteps } from './AuthSteps.tsx';
import { FlowButtons } from './FlowButtons.tsx';
import { FlowView } from './FlowView.tsx';
import { hostOf } from './hostOf.ts';
import { KeychainBanner } from './KeychainBanner.tsx';
import { SignedInFacts } from './SignedInFacts.tsx';
import { SignOutButton } from './SignOutButton.tsx';
import type { SignIn } from './useSignIn.ts';

type Props = {
  readonly signIn: SignIn;
  /** Opens the form of its entry; absent where it has none. */
  readonly onEdit?: (() => void) | undefined;
};

/** Who is signed in at a server, how to change that, and how the last sign-in went. */
export function SignInPanel({ signIn, onEdit }: Props) {
  const { view } = signIn;
  if (view === undefined) {
    return (
      <div className="panel auth-panel">
        <FlowView signIn={signIn} />
      </div>
    );
  }
  return (
    <div className="panel auth-panel">
      <KeychainBanner problem={view.keychainProblem} />
      <div className="auth-cols">
        {view.means === 'headers' || view.means === 'headers-helper' ? (
          <ByHeaders means={view.means} onEdit={onEdit} />
        ) : (
          <Person signIn={signIn} view={view} />
        )}
        {(view.steps.length > 0 || view.means !== 'headers') && <AuthSteps steps={view.steps} />}
      </div>
    </div>
  );
}

function ByHeaders({ means, onEdit }: Pick<Props, 'onEdit'> & { means: SignInView['means'] }) {
  const { t } = useTranslation('auth');
  return (
    <section className="auth-by-headers" aria-label={t('tab')}>
      <p>{t(`means.${means}`)}</p>
      {onEdit && (
        <button type="button" className="btn sm" onClick={onEdit}>
          {t('edit')}
        </button>
      )}
    </section>
  );
}

function Person({ signIn, view }: { readonly signIn: SignIn; readonly view: SignInView }) {
  const { t } = useTranslation('auth');
  const { signedIn, flow, means } = view;
  const isUnattended = means === 'client_credentials' || means === 'jwt-bearer';
  const isUnderWay = flow.kind === 'working' || flow.kind === 'waiting';
  return (
    <section className="auth-person" aria-labelledby="auth-person">
      <h3 id="auth-person">{t(signedIn ? 'facts.title' : 'facts.nobody')}</h3>
      {signedIn && <SignedInFacts signedIn={signedIn} />}
      {!signedIn && flow.kind === 'idle' && <p className="auth-how">{t(`means.${means}`)}</p>}
      <div className="auth-flow">
        <FlowView signIn={signIn} />
      </div>
      <div className="auth-answers">
        <FlowButtons
          signIn={signIn}
          begin={begin()}
          isQuiet={signedIn !== undefined && flow.kind === 'idle'}
        />
        {signedIn && !isUnderWay && (
          <SignOutButton
            of={signIn.server}
            hint={t('signOut.hint', { host: hostOf(signedIn.issuer) })}
            disabled={signIn.busy}
            onSignOut={signIn.signOut}
          />
        )}
      </div>
    </section>
  );

  function begin(): string {
    if (isUnattended) return t(signedIn ? 'newToken' : 'getToken');
    return t(signedIn ? 'switchAccount' : 'signIn');
  }
}
