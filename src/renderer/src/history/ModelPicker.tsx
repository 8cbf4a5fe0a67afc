import { Combobox } from '@base-ui/react/combobox';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/settings.ts';
import { useModels } from '../settings/useModels.ts';
import { useSettings } from '../store/stores.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  /** The one chosen for this chat; undefined for that of the settings. */
  readonly model: string | undefined;
  readonly onChoose: (model: string | null) => void;
};

/** Which model answers in this chat: one of those the API lists, or any name typed. */
export function ModelPicker(props: Props) {
  const { t } = useTranslation(['chat', 'common']);
  const settings = useSettings();
  if (!settings) return null;
  if (!settings.demo) return <Picker {...props} settings={settings} />;
  return (
    <span className="mid cut-line composer-model" title={t('common:strip.demo')}>
      {t('common:strip.demo')}
    </span>
  );
}

type Choice = { readonly value: string | null; readonly label: string };

function Picker({ model, onChoose, settings }: Props & { settings: SettingsView }) {
  const { t } = useTranslation(['history', 'chat']);
  const [typed, setTyped] = useState('');
  const models = useModels(settings);
  const errorText = useErrorText();
  const usual = settings.model.value;
  const words = typed.trim().toLowerCase();
  const found = models.list.filter(({ id, name }) => `${id} ${name}`.toLowerCase().includes(words));
  const isNew = words !== '' && !models.list.some(({ id }) => id === typed.trim());
  const choices: readonly Choice[] = [
    ...(words === '' ? [{ value: null, label: t('model.usual', { model: usual }) }] : []),
    ...found.map(({ id, name }) => ({ value: id, label: name === id ? id : `${name} (${id})` })),
    ...(isNew ? [{ value: typed.trim(), label: t('model.typed', { model: typed.trim() }) }] : []),
  ];
  const shown = model ?? usual;
  return (
    <Combobox.Root<Choice>
      items={choices}
      filter={null}
      itemToStringLabel={({ label }) => label}
      isItemEqualToValue={(one, other) => one.value === other.value}
      value={{ value: model ?? null, label: shown }}
      onValueChange={(choice) => {
        if (choice) onChoose(choice.value);
      }}
      inputValue={typed}
      onInputValueChange={(next, details) => {
        if (details.reason !== 'item-press') setTyped(next);
      }}
      onOpenChange={() => setTyped('')}
    >
      <Combobox.Trigger
        className="btn sm ghost composer-model"
        aria-label={t('chat:composer.model', { model: shown })}
        title={t('chat:composer.model', { model: shown })}
      >
        <span className="cut-line">{shown}</span>
        <Icon name="chev-d" className="s14" />
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner className="popup-place" align="end" sideOffset={4}>
          <Combobox.Popup className="popup model-popup" aria-label={t('model.label')}>
            <span className="field">
              <Icon name="search" className="s14" />
              <Combobox.Input aria-label={t('model.search')} placeholder={t('model.search')} />
            </span>
            {models.error && <p className="model-note">{errorText(models.error)}</p>}
            <Combobox.List>
              {(choice: Choice) => (
                <Combobox.Item key={choice.value ?? ''} value={choice} className="popup-item">
                  <span className="grow">{choice.label}</span>
                  {choice.value === (model ?? null) && <Icon name="check" className="s14" />}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
