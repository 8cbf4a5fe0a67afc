import { useTranslation } from 'react-i18next';
import { FormField } from '../servers/form/FormField.tsx';

type Props = {
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Takes the secret of a client, and shows none. */
export function SecretField({ hint, value, onChange }: Props) {
  const { t } = useTranslation('auth');
  return (
    <FormField label={t('client.secret')} hint={hint}>
      {(field) => (
        <input
          {...field}
          type="password"
          className="mono"
          spellCheck={false}
          autoComplete="off"
          maxLength={4096}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}
