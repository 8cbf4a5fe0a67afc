import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
};

/** Asks, where the button stood, before an entry is taken out of the settings file. */
export function RemoveConfirm({ name, onRemove, onKeep }: Props) {
  const { t } = useTranslation('servers');
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      className="act"
      role="alertdialog"
      aria-label={t('remove.ask', { server: name })}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onKeep();
      }}
    >
      <button type="button" className="btn sm danger" title={t('remove.hint')} onClick={onRemove}>
        {t('remove.yes')}
      </button>
      <button type="button" className="btn ghost sm" ref={keep} onClick={onKeep}>
        {t('remove.no')}
      </button>
    </div>
  );
}
