import { useTranslation } from 'react-i18next';
import { AnswerCost } from '../history/AnswerCost.tsx';
import { AnswerWays } from '../history/AnswerWays.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useConversation } from './ConversationContext.ts';

/** What can be done with an answer that is complete. */
export function AnswerFoot({ itemId }: { readonly itemId: string }) {
  const { t } = useTranslation('content');
  const { store } = useConversation();
  return (
    <div className="answer-foot">
      <CopyButton text={() => store.answerOf(itemId)} label={t('answer.copy')} />
      <AnswerWays itemId={itemId} />
      <AnswerCost itemId={itemId} />
    </div>
  );
}
