import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PermissionMode } from '../../../shared/permission.ts';
import { ask, useBridge } from '../api.ts';
import { Select } from '../ui/Select.tsx';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

/** What happens before a tool runs. Asking nothing has to be typed, and lasts until the app is closed. */
export function ModeRow({ mode }: { mode: PermissionMode }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const [confirming, setConfirming] = useState(false);
  const set = (next: PermissionMode): void => {
    setConfirming(false);
    void saving.run(() => ask(bridge, 'permissions.setMode', next));
  };
  return (
    <>
      <SettingRow
        label={t('permissions.mode')}
        note={t(`permissions.modeNote.${mode}`)}
        saving={saving}
      >
        <Select
          label={t('permissions.mode')}
          value={mode}
          options={PermissionMode.options.map((value) => ({
            value,
            label: t(`permissions.modeName.${value}`),
          }))}
          onChange={(next) => {
            if (next === mode) setConfirming(false);
            else if (next === 'bypass') setConfirming(true);
            else set(next);
          }}
        />
      </SettingRow>
      {confirming && <Confirm onYes={() => set('bypass')} onNo={() => setConfirming(false)} />}
    </>
  );
}

function Confirm({ onYes, onNo }: { onYes: () => void; onNo: () => void }) {
  const { t } = useTranslation('settings');
  const id = useId();
  const [typed, setTyped] = useState('');
  const word = t('permissions.confirmWord');
  return (
    <div className="setting">
      <label className="setting-words" htmlFor={id}>
        {t('permissions.confirm', { word })}
      </label>
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() === word) onYes();
        }}
      >
        <span className="field">
          <input
            id={id}
            autoFocus
            spellCheck={false}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        <button type="button" className="btn ghost" onClick={onNo}>
          {t('permissions.confirmNo')}
        </button>
        <button type="submit" className="btn primary" disabled={typed.trim() !== word}>
          {t('permissions.confirmYes')}
        </button>
      </form>
    </div>
  );
}
