import { useEffect, useEffectEvent } from 'react';
import type { CommandId } from '../../../shared/keys.ts';
import { useBridge } from '../api.ts';
import { useCommands, useSettings } from '../store/stores.ts';
import { useShortcut } from './useShortcut.ts';
import { ariaKeys, bindingWords } from './keyBinding.ts';
import { keysOf } from './usualKeys.ts';

/** Does something by its keys, and by its name in the command palette, as long as it is enabled. */
export function useCommand(id: CommandId, act: () => void, enabled = true): void {
  const keys = keysOf(id, useSettings()?.keys ?? {});
  useShortcut(keys.join(' '), act, { enabled, always: /^(?:palette|window|zoom)/.test(id) });
  const run = useEffectEvent(act);
  const commands = useCommands();
  useEffect(() => (enabled ? commands.offer(id, () => run()) : undefined), [commands, id, enabled]);
}

/** A command's keys as a button shows and tells them. */
export function useKeyWords(id: CommandId): { readonly words: string; readonly aria: string } {
  const mac = useBridge().platform === 'darwin';
  const [keys] = keysOf(id, useSettings()?.keys ?? {});
  return { words: bindingWords(keys, mac), aria: ariaKeys(keys, mac) };
}
