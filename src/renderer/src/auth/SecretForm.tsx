import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { SecretField } from './SecretField.tsx';
import type { SignIn } from './useSignIn.ts';

type Props = {
  readonly signIn: SignIn;
  /** The id that the entry names. */
  readonly clientId: string;
};

/** Asks for the secret of the client that the entry names; the keychain keeps it. */
export function SecretForm({ signIn, clientId }: Props) {
  const { t } = useTranslation('auth');
  const bridge = useBridge();
  const saving = useAction();
  const [clientSecret, setClientSecret] = useState('');
  const { server } = signIn;
  const save = async (): Promise<void> => {
    if (clientSecret === '' || saving.busy) return;
    const client = { server, clientId, clientSecret };
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
      <SecretField hint={t('client.secretKept')} value={clientSecret} onChange={setClientSecret} />
      <InlineError error={saving.error} server={server} onDismiss={saving.clear} />
    </form>
  );
}
