import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInFlow } from '../../../shared/auth.ts';
import { ask, useBridge } from '../api.ts';
import { FormField } from '../servers/form/FormField.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { hostOf } from './hostOf.ts';
import { SecretField } from './SecretField.tsx';
import type { SignIn } from './useSignIn.ts';

type Props = {
  readonly signIn: SignIn;
  readonly flow: Extract<SignInFlow, { kind: 'needs-client' }>;
};

/** Asks for an id that the person registers at the authorization server, and says how. */
export function ClientForm({ signIn, flow }: Props) {
  const { t } = useTranslation('auth');
  const bridge = useBridge();
  const saving = useAction();
  const [clientId, setClientId] = useState('');
  const [secret, setSecret] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const { issuer, redirectUri } = flow;
  const { server } = signIn;
  const isMissing = isLeft && clientId.trim() === '';

  const save = async (): Promise<void> => {
    setIsLeft(true);
    if (clientId.trim() === '' || saving.busy) return;
    const clientSecret = secret === '' ? {} : { clientSecret: secret };
    const client = { server, clientId: clientId.trim(), ...clientSecret };
    if (await saving.run(() => ask(bridge, 'auth.setClient', client))) signIn.start();
  };

  return (
    <form
      id={signIn.formId}
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="auth-how">{t('client.why', { host: hostOf(issuer) })}</p>
      <dl className="kv auth-copied">
        <dt>{t('client.redirectUri')}</dt>
        <dd>
          <span className="mono">{redirectUri}</span>
          <CopyButton text={() => redirectUri} label={t('client.copyRedirectUri')} />
        </dd>
        <dt>{t('client.issuer')}</dt>
        <dd>
          <span className="mono">{issuer}</span>
          <CopyButton text={() => issuer} label={t('client.copyIssuer')} />
        </dd>
      </dl>
      <div className="auth-pair">
        <FormField
          label={t('client.id')}
          problem={isMissing ? t('client.idMissing') : undefined}
          hint={t('client.idHint')}
        >
          {(field) => (
            <input
              {...field}
              className="mono"
              spellCheck={false}
              autoComplete="off"
              maxLength={2048}
              value={clientId}
              onChange={(event) => setClientId(event.target.value)}
            />
          )}
        </FormField>
        <SecretField hint={t('client.secretHint')} value={secret} onChange={setSecret} />
      </div>
      <InlineError error={saving.error} server={server} onDismiss={saving.clear} />
    </form>
  );
}
