import { useTranslation } from 'react-i18next';
import { useQuestions } from '../store/stores.ts';
import { QuestionCard } from './QuestionCard.tsx';

/** What servers ask on no call's behalf: the oldest of them, above the composer of every chat. */
export function QuestionDock() {
  const { t } = useTranslation('questions');
  const loose = useQuestions().filter(({ conversationId }) => conversationId === undefined);
  const [first, ...others] = loose;
  if (!first) return null;
  return (
    <div className="dock">
      <QuestionCard key={first.id} question={first} />
      {others.length > 0 && <p className="question-note">{t('more', { count: others.length })}</p>}
    </div>
  );
}
