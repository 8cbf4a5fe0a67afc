import { lazy, Suspense, useEffect, useState } from 'react';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import type { ShownTheme } from '../ui/useTheme.ts';
import { useCommand } from './useCommand.ts';

// Neither is needed for the first paint.
const loadPalette = async () => ({ default: (await import('../palette/Palette.tsx')).Palette });
const Palette = lazy(loadPalette);
const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));

/** What can be done from every view, and what it opens. */
export function GlobalCommands({ theme }: { readonly theme: ShownTheme }) {
  const bridge = useBridge();
  const go = useGo();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const close = () => setOpen(undefined);
  // Or what is typed while it is loaded would go where the focus was.
  useEffect(() => {
    const idle = requestIdleCallback(() => void loadPalette());
    return () => cancelIdleCallback(idle);
  }, []);
  useCommand('palette', () => setOpen(open === 'palette' ? undefined : 'palette'));
  useCommand('keys', () => setOpen('keys'));
  useCommand('chat.new', () => go({ view: 'chat', conversationId: null }));
  useCommand('window.theme', () => {
    const other = theme === 'dark' ? 'light' : 'dark';
    // A settings file that can't be written is told of in the settings.
    void ask(bridge, 'settings.update', { theme: other }).catch(() => go({ view: 'settings' }));
  });
  useCommand('window.quit', () => void ask(bridge, 'window.quit', undefined));
  const zoom = (step: 'in' | 'out' | 'reset') => void ask(bridge, 'window.zoom', step);
  useCommand('zoom.in', () => zoom('in'));
  useCommand('zoom.out', () => zoom('out'));
  useCommand('zoom.reset', () => zoom('reset'));
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
}
