import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';

type MenuItem = {
  readonly label: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  /** Red: it destroys something. */
  readonly danger?: boolean;
  readonly onSelect: () => void;
};

type Props = {
  /** The button that opens it; it gets the menu's attributes. */
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly align?: 'start' | 'end';
};

/** A button with a menu of commands. */
export function Menu({ trigger, items, align = 'end' }: Props) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="popup-place" align={align} sideOffset={4}>
          <Base.Popup className="popup">
            {items.map((item) => (
              <Base.Item
                key={item.label}
                className={`popup-item ${item.danger ? 'st-failed' : ''}`}
                disabled={item.disabled ?? false}
                onClick={item.onSelect}
              >
                {item.icon && <Icon name={item.icon} className="s14" />}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
