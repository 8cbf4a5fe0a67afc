import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { CommandId } from '../../../shared/keys.ts';
import type { ServerDetail } from '../../../shared/server.ts';
import { useBridge } from '../api.ts';
import { shortWhen } from '../chat/dayGroups.ts';
import { bindingWords } from '../keys/keyBinding.ts';
import { keysOf } from '../keys/usualKeys.ts';
import { settingsSections } from '../store/stores.ts';
import { useCommands, useConversations, useGo, useServers, useSettings } from '../store/stores.ts';
import { useNow } from '../ui/useNow.ts';
import { settingLabels } from './settingLabels.ts';
import type { PaletteEntry } from './paletteEntries.ts';

/** Everything that the palette leads to now; `details` are of the servers whose tools are known. */
export function usePaletteEntries(details: readonly ServerDetail[]): readonly PaletteEntry[] {
  const { t, i18n } = useTranslation(['palette', 'keys', 'common', 'settings']);
  const mac = useBridge().platform === 'darwin';
  const go = useGo();
  const offered = useStore(useCommands().offered);
  const bindings = useSettings()?.keys ?? {};
  const conversations = useConversations() ?? [];
  const servers = useServers() ?? [];
  const now = useNow(60_000);

  const commands = CommandId.options.flatMap((id): readonly PaletteEntry[] => {
    const act = offered.get(id);
    if (act === undefined || id === 'palette') return [];
    const [first] = keysOf(id, bindings);
    const keys = first === undefined ? undefined : bindingWords(first, mac);
    return [{ key: `command:${id}`, kind: 'command', title: t(`keys:command.${id}`), keys, act }];
  });
  return [
    ...commands,
    ...conversations.map(({ id, title, updatedAt, isArchived }): PaletteEntry => {
      const act = () => go({ view: 'chat', conversationId: id });
      // Many are called alike.
      const note = shortWhen(updatedAt, now, i18n.language);
      const detail = isArchived === true ? t('history:archived') : undefined;
      return { key: `conversation:${id}`, kind: 'conversation', title, detail, note, act };
    }),
    ...servers.map(({ name, state }): PaletteEntry => {
      const act = () => go({ view: 'servers', server: name });
      const detail = t(`common:state.${state.kind}`);
      return { key: `server:${name}`, kind: 'server', title: name, detail, act };
    }),
    ...details.flatMap(({ name: server, tools }) =>
      tools.map(({ name, title }): PaletteEntry => {
        const act = () => go({ view: 'servers', server, tab: 'tools' });
        const detail = title === name ? server : `${server} · ${name}`;
        return { key: JSON.stringify([server, name]), kind: 'tool', title, detail, act };
      }),
    ),
    ...settingsSections.map((section): PaletteEntry => {
      const act = () => go({ view: 'settings', section });
      const title = t(`setting.${section}`);
      const labels = settingLabels[section].map((label) => t(label));
      const detail = labels.length === 0 ? t('group.setting') : labels.join(' · ');
      return { key: `setting:${section}`, kind: 'setting', title, detail, act };
    }),
  ];
}
