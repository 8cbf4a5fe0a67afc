import { useTranslation } from 'react-i18next';
import { costOf, pricesOf } from '../../../shared/prices.ts';
import type { RoundUsage } from '../../../shared/roundUsage.ts';
import { useConversation } from '../chat/ConversationContext.ts';
import { useFormat } from '../ui/useFormat.ts';

/** What an answer took in all its requests: tokens, how many of them were cached, and what it cost. */
export function AnswerCost({ itemId }: { itemId: string }) {
  const { t, i18n } = useTranslation('history');
  const format = useFormat();
  const { store } = useConversation();
  const requests = store.usageOf(itemId);
  if (requests.length === 0) return null;
  const sum = (of: (one: RoundUsage) => number) => requests.reduce((all, one) => all + of(one), 0);
  const cached = sum(({ cacheRead }) => cacheRead);
  const read = sum(({ input, cacheWrite }) => input + cacheWrite) + cached;
  const written = sum(({ output }) => output);
  const costs = requests.map(costOf);
  const isKnown = costs.every((cost) => cost !== undefined);
  const dollars = costs.reduce<number>((all, cost) => all + (cost ?? 0), 0);
  const cost = new Intl.NumberFormat(i18n.language, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    maximumSignificantDigits: 2,
  }).format(dollars);
  const models = format.list([...new Set(requests.flatMap(({ model }) => model ?? []))]);
  const share = read === 0 ? 0 : Math.round((cached / read) * 100);
  const title = [
    models,
    t('cost.title', {
      read: format.count(read),
      cached: format.count(cached),
      written: format.count(written),
      count: requests.length,
    }),
    ...(isKnown ? [t('cost.price', { day: pricesOf })] : []),
  ];
  return (
    <span className="answer-cost num" title={title.filter(Boolean).join('\n')}>
      {t('cost.tokens', { tokens: format.tokens(read + written) })}
      {share > 0 && <span>{t('cost.cached', { share: format.percent(share) })}</span>}
      {isKnown && <span>{cost}</span>}
    </span>
  );
}
