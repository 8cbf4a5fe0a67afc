import { Autocomplete } from '@base-ui/react/autocomplete';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ModelChoice, SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';
import { useErrorText } from '../ui/errorText.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSourceNote } from './sourceNote.ts';
import { useModels } from './useModels.ts';
import { useSaving } from './useSaving.ts';

/** Which model answers: one of those the API lists, or any name typed. */
export function ModelRow({ settings }: { settings: SettingsView }) {
  const { t } = useTranslation('settings');
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const { value, source } = settings.model;
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? value;
  const models = useModels(settings);
  const errorText = useErrorText();
  const fixed = source === 'environment';
  const sourceNote = useSourceNote('model', source);
  const note = models.error ? t('model.unlisted', { reason: errorText(models.error) }) : sourceNote;
  const wanted = typed.trim().toLowerCase();
  const offered =
    typed === value
      ? models.list
      : models.list.filter((model) =>
          [model.id, model.name].some((text) => text.toLowerCase().includes(wanted)),
        );
  const save = (model: string | null): void => {
    void saving
      .run(() => ask(bridge, 'settings.update', { model }))
      .then((saved) => saved && setDraft(undefined));
  };

  return (
    <SettingRow
      label={t('model.label')}
      htmlFor={id}
      note={note}
      noteId={`${id}-note`}
      saving={saving}
    >
      <form
        className="setting-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '' && typed.trim() !== value) save(typed.trim());
        }}
      >
        {source === 'settings' && (
          <button
            type="button"
            className="btn ghost"
            aria-label={t('model.default')}
            onClick={() => save(null)}
          >
            {t('useDefault')}
          </button>
        )}
        <Autocomplete.Root
          items={offered}
          itemToStringValue={(model) => model.id}
          mode="none"
          openOnInputClick
          disabled={fixed}
          value={typed}
          onValueChange={(next, details) => {
            setDraft(next);
            if (details.reason === 'item-press') save(next);
          }}
        >
          <span className="field">
            <Autocomplete.Input
              id={id}
              className="mono"
              aria-describedby={`${id}-note`}
              spellCheck={false}
              maxLength={200}
            />
          </span>
          <Autocomplete.Portal>
            <Autocomplete.Positioner className="popup-place" sideOffset={4}>
              <Autocomplete.Popup className="popup" hidden={offered.length === 0}>
                <Autocomplete.List>
                  {(model: ModelChoice) => (
                    <Autocomplete.Item key={model.id} value={model} className="popup-item">
                      <span className="grow">{model.name}</span>
                      <span className="mono quiet">{model.id}</span>
                    </Autocomplete.Item>
                  )}
                </Autocomplete.List>
              </Autocomplete.Popup>
            </Autocomplete.Positioner>
          </Autocomplete.Portal>
        </Autocomplete.Root>
        <button
          type="submit"
          className="btn"
          disabled={fixed || saving.busy || typed.trim() === '' || typed.trim() === value}
          aria-label={t('model.save')}
        >
          {t('save')}
        </button>
      </form>
    </SettingRow>
  );
}
