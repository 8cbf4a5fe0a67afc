import { useTranslation } from 'react-i18next';
import type { SignInFlow } from '../../../shared/auth.ts';
import { assertNever } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { ClientForm } from './ClientForm.tsx';
import { missingSecret } from './missingSecret.ts';
import { SecretForm } from './SecretForm.tsx';
import type { SignIn } from './useSignIn.ts';
import { WaitingFlow } from './WaitingFlow.tsx';

/** Where a sign-in stands, in words, with what it needs of the person besides the buttons. */
export function FlowView({ signIn }: { readonly signIn: SignIn }) {
  return (
    <>
      <Flow signIn={signIn} />
      <InlineError error={signIn.error} server={signIn.server} onDismiss={signIn.clear} />
    </>
  );
}

function Flow({ signIn }: { readonly signIn: SignIn }) {
  const { t } = useTranslation('auth');
  const flow = signIn.view?.flow ?? { kind: 'idle' };
  switch (flow.kind) {
    case 'idle':
      return null;
    case 'working':
      return (
        <p className="auth-now" role="status">
          <Icon name="st-starting" className="st st-starting" />
          {t('flow.working')}
        </p>
      );
    case 'waiting':
      return <WaitingFlow server={signIn.server} flow={flow} />;
    case 'needs-client':
      return <ClientForm key={flow.issuer} signIn={signIn} flow={flow} />;
    case 'failed':
      return isCancelled(flow.cause) ? (
        <p className="auth-now quiet">{t('flow.cancelled')}</p>
      ) : (
        <Failed signIn={signIn} flow={flow} />
      );
    default:
      return assertNever(flow);
  }
}

type FailedProps = {
  readonly signIn: SignIn;
  readonly flow: Extract<SignInFlow, { kind: 'failed' }>;
};

function Failed({ signIn, flow }: FailedProps) {
  const clientId = missingSecret(flow);
  return (
    <>
      <InlineError error={withoutAgain(flow.cause)} server={signIn.server} />
      {clientId !== undefined && <SecretForm signIn={signIn} clientId={clientId} />}
    </>
  );
}

/** The person did that, so it is no news of a failure. */
const isCancelled = ({ code }: AppError): boolean => code === 'auth/cancelled';

/** Trying again is the button that stands below anyway. */
function withoutAgain(cause: AppError): AppError {
  const { action, ...rest } = cause;
  return action === 'sign-in' || action === 'retry' ? rest : cause;
}
