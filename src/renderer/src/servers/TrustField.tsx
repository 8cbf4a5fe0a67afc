import { useId } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { readonly trusted: boolean; readonly onChange: (trusted: boolean) => void };

/** Whether a server may ask for the use of the model; each time the person is asked. */
export function TrustField({ trusted, onChange }: Props) {
  const { t } = useTranslation('servers');
  const id = useId();
  return (
    <div className="form-field">
      <label className="form-switch">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          checked={trusted}
          onChange={(event) => onChange(event.target.checked)}
        />
        {t('form.trusted')}
      </label>
      <p id={id} className="under">
        {t('form.trustedHint')}
      </p>
    </div>
  );
}
