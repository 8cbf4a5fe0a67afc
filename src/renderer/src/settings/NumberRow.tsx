import { useTranslation } from 'react-i18next';
import { TypedRow } from './TypedRow.tsx';

type Props = {
  readonly label: string;
  /** What the settings say, in the unit that is shown; absent where the usual value holds. */
  readonly own: number | undefined;
  /** Absent where it is not one number: `placeholder` says what it depends on. */
  readonly usual: number | undefined;
  readonly placeholder?: string;
  /** Said of it in place of where it comes from. */
  readonly note?: string;
  /** Said when a number is not allowed. */
  readonly wrong: string;
  /** What the settings are to say; null for the usual value. */
  readonly toPatch: (typed: number | null) => unknown;
};

/** A setting that is a number. */
export function NumberRow({ label, own, usual, placeholder, note, wrong, toPatch }: Props) {
  const { t } = useTranslation('settings');
  const isOwn = own !== undefined;
  return (
    <TypedRow
      label={label}
      note={note ?? t(isOwn ? 'source.settings' : 'source.default')}
      wrong={wrong}
      value={String(own ?? usual ?? '')}
      toPatch={(typed) => toPatch(typed === '' ? null : Number(typed))}
      inputMode="numeric"
      placeholder={placeholder}
      saveLabel={`${t('save')}: ${label}`}
      removal={isOwn ? { label: `${t('useDefault')}: ${label}`, text: t('useDefault') } : undefined}
    />
  );
}
