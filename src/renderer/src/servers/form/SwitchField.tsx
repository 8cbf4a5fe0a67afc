import { useId } from 'react';

type Props = {
  readonly label: string;
  readonly hint: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
};

/** Something that is on or off, with one line on what it means. */
export function SwitchField({ label, hint, on, onChange }: Props) {
  const id = useId();
  return (
    <div className="form-field">
      <label className="form-switch">
        <input
          type="checkbox"
          role="switch"
          aria-describedby={id}
          checked={on}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      <p id={id} className="under">
        {hint}
      </p>
    </div>
  );
}
