import { useId } from 'react';
import { ask, useBridge } from '../api.ts';
import type { SettingsPatch } from '../../../shared/settings.ts';
import { SettingRow } from './SettingRow.tsx';
import { useSaving } from './useSaving.ts';

type Props = {
  readonly label: string;
  readonly note: string;
  readonly isOn: boolean;
  /** What the settings are to say. */
  readonly toPatch: (isOn: boolean) => SettingsPatch;
};

/** A setting that is on or off. */
export function SwitchRow({ label, note, isOn, toPatch }: Props) {
  const bridge = useBridge();
  const saving = useSaving();
  const id = useId();
  const change = (next: boolean) => saving.run(() => ask(bridge, 'settings.update', toPatch(next)));
  return (
    <SettingRow label={label} htmlFor={id} note={note} noteId={`${id}-note`} saving={saving}>
      <span className="form-switch">
        <input
          id={id}
          type="checkbox"
          role="switch"
          aria-describedby={`${id}-note`}
          checked={isOn}
          onChange={(event) => void change(event.target.checked)}
        />
      </span>
    </SettingRow>
  );
}
