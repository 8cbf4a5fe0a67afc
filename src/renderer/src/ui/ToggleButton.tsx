import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';

type Props = {
  readonly icon: IconName;
  readonly label: string;
  readonly pressed: boolean;
  readonly onToggle: () => void;
};

/** A small button that stays pressed. */
export function ToggleButton({ icon, label, pressed, onToggle }: Props) {
  return (
    <button
      type="button"
      className="icon sm toggle"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onToggle}
    >
      <Icon name={icon} className="s14" />
    </button>
  );
}
