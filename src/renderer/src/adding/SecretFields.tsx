import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { FormField } from '../servers/form/FormField.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly names: readonly string[];
  readonly onGiven: (name: string) => void;
};

/** Asks for secrets that entries refer to by name; they go to the keychain and nowhere else. */
export function SecretFields({ names, onGiven }: Props) {
  const { t } = useTranslation('adding');
  return (
    <section className="adding-secrets" aria-label={t('secret.title')}>
      <h3>{t('secret.title')}</h3>
      {names.map((name) => (
        <SecretField key={name} name={name} onGiven={() => onGiven(name)} />
      ))}
    </section>
  );
}

function SecretField({ name, onGiven }: { readonly name: string; readonly onGiven: () => void }) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const saving = useAction();
  const [value, setValue] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void saving
          .run(() => ask(bridge, 'adding.giveSecret', { name, value }))
          .then((isKept) => isKept && onGiven());
      }}
    >
      <InlineError error={saving.error} onDismiss={saving.clear} />
      <FormField label={name} hint={t('secret.hint')}>
        {(field) => (
          <div className="adding-pair">
            <input
              {...field}
              type="password"
              autoComplete="off"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
            <button type="submit" className="btn sm" disabled={value === '' || saving.busy}>
              {t('secret.keep')}
            </button>
          </div>
        )}
      </FormField>
    </form>
  );
}
