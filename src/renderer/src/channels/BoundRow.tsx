import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChannelBounds, usualBounds } from '../../../shared/channel.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from '../settings/SettingRow.tsx';
import { useSaving } from '../settings/useSaving.ts';

type Props = { readonly bound: keyof ChannelBounds; readonly bounds: ChannelBounds };

/** How many of its unit one number in the field stands for: sizes are typed in MB. */
const units: Readonly<Record<keyof ChannelBounds, number>> = {
  burst: 1,
  perMinute: 1,
  waiting: 1,
  waitingBytes: 1_048_576,
};

/** One bound on what a server may send by itself. */
export function BoundRow({ bound, bounds }: Props) {
  const { t } = useTranslation('channels');
  const { t: tSettings } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const own = bounds[bound];
  const value = String((own ?? usualBounds[bound]) / units[bound]);
  const shown = draft ?? value;
  const label = t(`settings.${bound}`);

  const save = (next: number | undefined): void => {
    const parsed = ChannelBounds.safeParse({ ...bounds, [bound]: next });
    setIsWrong(!parsed.success);
    if (!parsed.success) return;
    const isUsual = Object.values(parsed.data).every((one) => one === undefined);
    void saving
      .run(() => ask(bridge, 'settings.update', { channelBounds: isUsual ? null : parsed.data }))
      .then((saved) => saved && setDraft(undefined));
  };

  return (
    <SettingRow
      label={label}
      htmlFor={id}
      note={
        isWrong ? (
          <span className="st-failed">{t('settings.wrong')}</span>
        ) : (
          tSettings(own === undefined ? 'source.default' : 'source.settings')
        )
      }
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(shown.trim() === '' ? undefined : Math.round(Number(shown) * units[bound]));
        }}
      >
        {own !== undefined && (
          <button
            type="button"
            className="btn ghost"
            aria-label={`${tSettings('useDefault')}: ${label}`}
            disabled={saving.busy}
            onClick={() => save(undefined)}
          >
            {tSettings('useDefault')}
          </button>
        )}
        <span className="field bound">
          <input
            id={id}
            className="mono"
            inputMode="decimal"
            aria-describedby={`${id}-note`}
            aria-invalid={isWrong}
            autoComplete="off"
            maxLength={12}
            value={shown}
            onChange={(event) => {
              setDraft(event.target.value);
              setIsWrong(false);
            }}
          />
        </span>
        <button
          type="submit"
          className="btn"
          aria-label={`${tSettings('save')}: ${label}`}
          disabled={saving.busy || shown.trim() === value}
        >
          {tSettings('save')}
        </button>
      </form>
    </SettingRow>
  );
}
