import { Menu as Base } from '@base-ui/react/menu';
import { useTranslation } from 'react-i18next';
import type { ReactElement } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';

export type MenuItem = {
  readonly label: string;
  readonly icon?: IconName;
  /** The key that does the same, as it stands on the keyboard. */
  readonly keys?: string;
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
  const { t } = useTranslation('common');
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner
          className="popup-place"
          // Outside of every landmark of the page, so it is one.
          role="region"
          aria-label={t('menu')}
          align={align}
          sideOffset={4}
        >
          <Base.Popup className="popup">
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItems({ items }: { items: readonly MenuItem[] }) {
  return items.map((item) => (
    <Base.Item
      key={item.label}
      className={`popup-item ${item.danger ? 'st-failed' : ''}`}
      disabled={item.disabled ?? false}
      onClick={item.onSelect}
    >
      {item.icon && <Icon name={item.icon} className="s14" />}
      <span className="grow">{item.label}</span>
      {item.keys !== undefined && <kbd>{item.keys}</kbd>}
    </Base.Item>
  ));
}
