import { ContextMenu as Base } from '@base-ui/react/context-menu';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { MenuItems } from './Menu.tsx';
import type { MenuItem } from './Menu.tsx';

type Props = {
  readonly className: string;
  readonly items: readonly MenuItem[];
  readonly children: ReactNode;
};

/** An area with a menu of commands under the right button (or the menu key). */
export function ContextMenu({ className, items, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <Base.Root>
      <Base.Trigger className={className}>{children}</Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          className="popup-place"
          // Outside of every landmark of the page, so it is one.
          role="region"
          aria-label={t('menu')}
        >
          <Base.Popup className="popup" aria-label={t('menu')}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
