import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestOutput } from '../../../shared/ipc.ts';
import { usualLog } from '../../../shared/logSettings.ts';
import type { LogField } from '../../../shared/logSettings.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { NumberRow } from '../settings/NumberRow.tsx';
import { SettingRow, SettingSection } from '../settings/SettingRow.tsx';
import { useSaving } from '../settings/useSaving.ts';
import { useFormat } from '../ui/useFormat.ts';

/** What is over a lower limit goes little by little, and new lines come. */
const lookAgainMs = 2_000;

const fields: readonly LogField[] = ['logKeepDays', 'logKeepMegabytes'];

/** How much of the log is kept, how much that is now, and the way to forget it. */
export function LogSettings({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('logs');
  return (
    <SettingSection name="log" title={t('settings.title')}>
      {fields.map((field) => (
        <NumberRow
          key={field}
          label={t(`settings.${field}`)}
          own={settings.log[field]}
          usual={usualLog[field]}
          wrong={t(`settings.wrong.${field}`)}
          toPatch={(typed) => ({ [field]: typed })}
        />
      ))}
      <SpaceRow settings={settings} />
    </SettingSection>
  );
}

function SpaceRow({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('logs');
  const bridge = useBridge();
  const format = useFormat();
  const saving = useSaving();
  const [usage, setUsage] = useState<RequestOutput<'log.usage'>>();
  const [isAsking, setIsAsking] = useState(false);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    const look = (): void => {
      void bridge.request('log.usage', undefined).then((result) => {
        if (isCurrent && result.ok) setUsage(result.value);
      });
    };
    look();
    const timer = setInterval(look, lookAgainMs);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [bridge, looks, settings.log]);
  const clear = (): void => {
    setIsAsking(false);
    void saving.run(async () => {
      await ask(bridge, 'log.clear', undefined);
      setLooks(looks + 1);
    });
  };
  const note = usage && {
    n: format.count(usage.lines),
    count: usage.lines,
    size: format.bytes(usage.bytes),
  };
  return (
    <SettingRow
      label={t('settings.space')}
      note={isAsking ? t('settings.clearHint') : note && t('settings.used', note)}
      saving={saving}
    >
      {isAsking ? (
        <>
          <button type="button" className="btn danger" onClick={clear}>
            {t('settings.clearYes')}
          </button>
          <button type="button" className="btn" autoFocus onClick={() => setIsAsking(false)}>
            {t('settings.clearNo')}
          </button>
        </>
      ) : (
        <button
          type="button"
          className="btn"
          disabled={saving.busy}
          onClick={() => setIsAsking(true)}
        >
          {t('settings.clear')}
        </button>
      )}
    </SettingRow>
  );
}
