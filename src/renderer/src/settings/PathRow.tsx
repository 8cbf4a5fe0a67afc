import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PathChoice, PathSetting } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { useErrorText } from '../ui/errorText.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = { readonly of: PathSetting; readonly choice: PathChoice };

/** A file or folder: chosen by the system's dialog, or typed. What can't be used is not saved. */
export function PathRow({ of, choice }: Props) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const errorText = useErrorText();
  const saving = useSaving();
  const id = useId();
  const { value = '', source, problem } = choice;
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? value;
  const fixed = source === 'environment';
  const isNew = typed.trim() !== value;
  const note = problem ? (
    <span className="st-failed">{errorText(problem)}</span>
  ) : (
    t(`${of}.note.${source}`)
  );

  const save = async (path: string | null): Promise<void> => {
    const saved = await saving.run(() => ask(bridge, 'settings.update', { [of]: path }));
    if (saved) setDraft(undefined);
  };
  const choose = async (): Promise<void> => {
    const question = { of, title: t(`${of}.label`) };
    const result = await bridge.request('settings.choosePath', question);
    if (!result.ok || result.value === null) return;
    setDraft(result.value);
    await save(result.value);
  };

  return (
    <SettingRow
      label={t(`${of}.label`)}
      htmlFor={id}
      note={note}
      noteId={`${id}-note`}
      saving={saving}
      wide
    >
      <form
        className="setting-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isNew) void save(typed.trim() === '' ? null : typed.trim());
        }}
      >
        <span className="field">
          <input
            id={id}
            className="mono"
            aria-describedby={`${id}-note`}
            aria-invalid={problem !== undefined || saving.error !== undefined}
            title={typed}
            placeholder={t(`${of}.placeholder`)}
            spellCheck={false}
            autoComplete="off"
            maxLength={4096}
            disabled={fixed}
            value={typed}
            onChange={(event) => setDraft(event.target.value)}
          />
        </span>
        <button
          type="button"
          className="btn"
          aria-label={t(`${of}.choose`)}
          disabled={fixed || saving.busy}
          onClick={() => void choose()}
        >
          {t('choose')}
        </button>
        {source === 'settings' && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t(`${of}.default`)}
            disabled={saving.busy}
            onClick={() => void save(null)}
          >
            {t(of === 'workspace' ? 'useDefault' : 'remove')}
          </button>
        )}
        <button
          type="submit"
          className="btn"
          aria-label={t(`${of}.save`)}
          disabled={fixed || saving.busy || !isNew}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
