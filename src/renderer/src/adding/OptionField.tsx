import { useTranslation } from 'react-i18next';
import type { BundleOption, UserValue } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { FormField } from '../servers/form/FormField.tsx';
import { SwitchField } from '../servers/form/SwitchField.tsx';

type Props = {
  readonly option: BundleOption;
  readonly value: UserValue | undefined;
  readonly onChange: (value: UserValue) => void;
};

/** One value that a bundle asks for, by its type; a list has a line for each. */
export function OptionField({ option, value, onChange }: Props) {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const { type, title, description, required, sensitive, multiple } = option;
  const given = value ?? option.default;
  if (type === 'boolean') {
    return <SwitchField label={title} hint={description} on={given === true} onChange={onChange} />;
  }
  const notes = [
    description,
    sensitive ? t('option.sensitive') : '',
    multiple ? t('option.multiple') : '',
  ].filter((note) => note !== '');
  const label = required ? title : t('option.optional', { title });
  const isPath = type === 'directory' || type === 'file';
  const text = Array.isArray(given) ? given.join('\n') : String(given ?? '');
  const set = (next: string): void => {
    if (type === 'number') onChange(next.trim() === '' ? '' : Number(next));
    else onChange(multiple ? next.split('\n').filter((line) => line.trim() !== '') : next);
  };
  const choose = async (): Promise<void> => {
    const kind = type === 'directory' ? 'folder' : 'file';
    const path = await ask(bridge, 'adding.choose', { kind, title });
    if (path !== null) set(multiple && text !== '' ? `${text}\n${path}` : path);
  };
  return (
    <FormField label={label} hint={notes.join(' ')}>
      {(field) => (
        <div className="adding-pair">
          {multiple ? (
            <textarea
              {...field}
              className="mono"
              rows={2}
              value={text}
              onChange={(event) => set(event.target.value)}
            />
          ) : (
            <input
              {...field}
              type={sensitive ? 'password' : type === 'number' ? 'number' : 'text'}
              min={option.min}
              max={option.max}
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => set(event.target.value)}
            />
          )}
          {isPath && (
            <button type="button" className="btn sm" onClick={() => void choose()}>
              {t('option.choose')}
            </button>
          )}
        </div>
      )}
    </FormField>
  );
}
