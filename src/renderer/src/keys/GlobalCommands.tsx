import { lazy, Suspense, useState } from 'react';
import { ask, useBridge } from '../api.ts';
import { Palette } from '../palette/Palette.tsx';
import { useGo } from '../store/stores.ts';
import type { ShownTheme } from '../ui/useTheme.ts';
import { useCommand } from './useCommand.ts';

const KeysDialog = lazy(async () => ({ default: (await import('./KeysDialog.tsx')).KeysDialog }));

/** What can be done from every view, and what it opens. */
export function GlobalCommands({ theme }: { readonly theme: ShownTheme }) {
  const bridge = useBridge();
  const go = useGo();
  const [open, setOpen] = useState<'palette' | 'keys'>();
  const close = () => setOpen(undefined);
  useCommand('palette', () => setOpen(open === 'palette' ? undefined : 'palette'));
  useCommand('keys', () => setOpen('keys'));
  useCommand('chat.new', () => go({ view: 'chat', conversationId: null }));
  useCommand('servers.add', () => go({ view: 'servers', form: 'add' }));
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
    <>
      {open === 'palette' && <Palette onClose={close} />}
      <Suspense>{open === 'keys' && <KeysDialog onClose={close} />}</Suspense>
    </>
  );
}
