import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/errors.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = {
  readonly settings: SettingsView;
  /** True when a link led here to paste a key. */
  readonly focus: boolean;
};

/** The API key goes in here and never comes out: only where it is kept is said. */
export function KeyRow({ settings, focus }: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [key, setKey] = useState('');
  const note = useKeyNote(settings);
  const { kind } = settings.key;
  const fixed = kind === 'environment';
  const kept = kind === 'keychain' || kind === 'memory';

  useEffect(() => {
    if (focus) field.current?.focus();
  }, [focus]);

  const save = async (): Promise<void> => {
    const saved = await saving.run(() => ask(bridge, 'settings.setKey', key.trim()));
    if (saved) setKey('');
  };

  return (
    <SettingRow
      label={t('key.label')}
      htmlFor={id}
      note={note}
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (key.trim() !== '') void save();
        }}
      >
        {kept && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('key.forget')}
            disabled={saving.busy}
            onClick={() => void saving.run(() => ask(bridge, 'settings.setKey', null))}
          >
            {t('forget')}
          </button>
        )}
        <span className="field">
          <input
            ref={field}
            id={id}
            type="password"
            aria-describedby={`${id}-note`}
            autoComplete="off"
            spellCheck={false}
            maxLength={1000}
            disabled={fixed}
            placeholder={t(fixed ? 'key.fixed' : kept ? 'key.replace' : 'key.paste')}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </span>
        <button
          type="submit"
          className="btn"
          disabled={fixed || saving.busy || key.trim() === ''}
          aria-label={t('key.save')}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}

function useKeyNote(settings: SettingsView): string {
  const { t } = useTranslation('settings');
  const { key } = settings;
  switch (key.kind) {
    case 'environment':
      return t('key.environment', { variable: key.variable });
    case 'keychain':
      return t('key.keychain');
    case 'memory':
      return t('key.memory');
    case 'none':
      return t(settings.demo ? 'key.noneDemo' : 'key.none');
    default:
      return assertNever(key);
  }
}
