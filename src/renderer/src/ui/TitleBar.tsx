import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';
import { PaletteButton } from './PaletteButton.tsx';
import { useAction } from './useAction.ts';
import { useErrorText } from './errorText.ts';
import type { ShownTheme } from './useTheme.ts';

/** The window's own bar, by which it is dragged. A Mac draws its window keys itself. */
export function TitleBar({ theme }: { theme: ShownTheme }) {
  const { t } = useTranslation('common');
  const bridge = useBridge();
  const { error, run } = useAction();
  const text = useErrorText();
  const mac = bridge.platform === 'darwin';
  const switchTheme = () =>
    run(() => ask(bridge, 'settings.update', { theme: theme === 'dark' ? 'light' : 'dark' }));
  const key = (name: 'minimise' | 'toggleMaximise' | 'close', label: string, icon: IconName) => (
    <button
      type="button"
      className="icon win"
      aria-label={label}
      title={label}
      onClick={() => void run(() => ask(bridge, `window.${name}`, undefined))}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <header className={`titlebar ${mac ? 'mac' : ''}`}>
      <span className="brand">
        <Icon name="mark" />
        <b>{t('app')}</b>
      </span>
      <PaletteButton />
      <span className="window-keys">
        {error && (
          <span className="action-failed cut-line" role="alert">
            {text(error)}
          </span>
        )}
        <button
          type="button"
          className="icon"
          aria-label={t('window.theme')}
          title={t('window.theme')}
          onClick={() => void switchTheme()}
        >
          <Icon name="sun" />
        </button>
        {!mac && (
          <>
            {key('minimise', t('window.minimise'), 'min')}
            {key('toggleMaximise', t('window.maximise'), 'max')}
            {key('close', t('window.close'), 'x')}
          </>
        )}
      </span>
    </header>
  );
}
