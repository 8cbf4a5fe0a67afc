import { useTranslation } from 'react-i18next';
import { useConversations, useCurrentChat, useSettings } from '../store/stores.ts';

/** What answers in the chat on screen: the demo model, or the one chosen; undefined until main has told. */
export function useModelName(): string | undefined {
  const { t } = useTranslation('common');
  const settings = useSettings();
  const current = useCurrentChat();
  const own = useConversations()?.find(({ id }) => id === current)?.model;
  if (!settings) return undefined;
  return settings.demo ? t('strip.demo') : (own ?? settings.model.value);
}
