import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInFlow } from '../../../shared/auth.ts';
import { ask, useBridge } from '../api.ts';
import { FormField } from '../servers/form/FormField.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useErrorText } from '../ui/errorText.ts';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly server: string;
  readonly flow: Extract<SignInFlow, { kind: 'waiting' }>;
};

/** For a browser that can't reach this computer: the page to take there, and its answer to bring. */
export function PasteAnswer({ server, flow }: Props) {
  const { t } = useTranslation('auth');
  const bridge = useBridge();
  const pasting = useAction();
  const errorText = useErrorText();
  const [address, setAddress] = useState('');
  const typed = address.trim();
  return (
    <form
      className="auth-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === '') return;
        void pasting.run(() => ask(bridge, 'auth.paste', { server, url: typed }));
      }}
    >
      <p className="auth-how">
        {t('flow.elsewhereOpen')} <CopyButton text={() => flow.url} label={t('flow.copyPage')} />
      </p>
      <FormField
        label={t('flow.pasteLabel')}
        hint={t('flow.pasteHint', { address: flow.redirectUri })}
        problem={pasting.error && errorText(pasting.error)}
      >
        {(field) => (
          <span className="auth-line">
            <input
              {...field}
              className="mono"
              inputMode="url"
              placeholder={`${flow.redirectUri}?code=…`}
              spellCheck={false}
              autoComplete="off"
              maxLength={16_384}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value);
                pasting.clear();
              }}
            />
            <button type="submit" className="btn" disabled={pasting.busy || typed === ''}>
              {t('flow.goOn')}
            </button>
          </span>
        )}
      </FormField>
    </form>
  );
}
