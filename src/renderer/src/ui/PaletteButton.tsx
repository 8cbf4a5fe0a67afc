import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useKeyWords } from '../keys/useCommand.ts';
import { useCommands } from '../store/stores.ts';
import { Icon } from './Icon.tsx';

/** The way to the command palette for those who don't know its keys, which it teaches. */
export function PaletteButton() {
  const { t } = useTranslation('common');
  const keys = useKeyWords('palette');
  const open = useStore(useCommands().offered, (offered) => offered.get('palette'));
  return (
    <button
      type="button"
      className="palette-button"
      aria-keyshortcuts={keys.aria}
      onClick={() => open?.()}
    >
      <Icon name="search" className="s14" />
      <span className="cut-line">{t('window.palette')}</span>
      <kbd aria-hidden="true">{keys.words}</kbd>
    </button>
  );
}
