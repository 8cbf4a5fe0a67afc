import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from '../../../shared/keys.ts';
import { useBridge } from '../api.ts';
import { useCommands, useSettings } from '../store/stores.ts';
import { useShortcut } from './useShortcut.ts';
import { ariaKeys, bindingWords, matches, parseBinding } from './keyBinding.ts';
import { isComposing } from '../ui/inputMethod.ts';
import { keysOf } from './usualKeys.ts';

/** Does something by its keys, and by its name in the command palette, as long as it is enabled. */
export function useCommand(id: CommandId, act: () => void, enabled = true): void {
  const keys = keysOf(id, useSettings()?.keys ?? {});
  useShortcut(keys.join(' '), act, { enabled, always: /^(?:palette|window|zoom)/.test(id) });
  useOffer(id, act, enabled);
}

/** Offers a command in the palette only: its keys act elsewhere, on what has the focus there. */
export function useOffer(id: CommandId, act: () => void, enabled = true): void {
  const run = useEffectEvent(act);
  const commands = useCommands();
  useEffect(() => (enabled ? commands.offer(id, () => run()) : undefined), [commands, id, enabled]);
}

/** Whether a key press is a command's, for what has the keys for itself while it has the focus. */
export function useIsPressed(): (id: CommandId, press: KeyboardEvent) => boolean {
  const mac = useBridge().platform === 'darwin';
  const own = useSettings()?.keys ?? {};
  return (id, press) =>
    keysOf(id, own).some((keys) => matches(parseBinding(keys), press, mac)) && !isComposing(press);
}

/** A command's keys as a button shows and tells them; nothing where it has none. */
export function useKeyWords(id: CommandId): { readonly words: string; readonly aria: string } {
  const mac = useBridge().platform === 'darwin';
  const [keys = ''] = keysOf(id, useSettings()?.keys ?? {});
  return { words: bindingWords(keys, mac), aria: ariaKeys(keys, mac) };
}
