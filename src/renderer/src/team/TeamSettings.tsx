import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsPatch } from '../../../shared/settings.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { usualTeam } from '../../../shared/team.ts';
import type { TeamField } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow, SettingSection } from '../settings/SettingRow.tsx';
import { useSaving } from '../settings/useSaving.ts';

/** How long teammates look for work. */
export function TeamSettings({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('teammates');
  return (
    <SettingSection title={t('settings.title')}>
      <SecondsRow field="teammatePollSeconds" own={settings.team.teammatePollSeconds} />
      <SecondsRow field="teammateIdleSeconds" own={settings.team.teammateIdleSeconds} />
    </SettingSection>
  );
}

function SecondsRow({ field, own }: { field: TeamField; own: number | undefined }) {
  const { t } = useTranslation('teammates');
  const { t: tSettings } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [isWrong, setIsWrong] = useState(false);
  const value = String(own ?? usualTeam[field]);
  const shown = draft ?? value;
  const label = t(`settings.${field}`);
  const save = (next: number | null): void => {
    const patch = SettingsPatch.safeParse({ [field]: next });
    setIsWrong(!patch.success);
    if (!patch.success) return;
    void saving
      .run(() => ask(bridge, 'settings.update', patch.data))
      .then((saved) => saved && setDraft(undefined));
  };
  const note = tSettings(own === undefined ? 'source.default' : 'source.settings');
  return (
    <SettingRow
      label={label}
      htmlFor={id}
      note={isWrong ? <span className="st-failed">{t('settings.wrong')}</span> : note}
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save(shown.trim() === '' ? null : Number(shown));
        }}
      >
        {own !== undefined && (
          <button
            type="button"
            className="btn ghost"
            aria-label={`${tSettings('useDefault')}: ${label}`}
            disabled={saving.busy}
            onClick={() => save(null)}
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
