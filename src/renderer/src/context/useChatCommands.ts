import { useTranslation } from 'react-i18next';
import { commandOffer } from '../offers/search.ts';
import type { Offer } from '../offers/search.ts';

/** What `/` offers in a conversation besides prompts; nothing in one that has not begun. */
export function useChatCommands(conversationId: string): readonly Offer[] {
  const { t } = useTranslation('context');
  return conversationId === '' ? [] : [commandOffer('compact', t('command'))];
}
