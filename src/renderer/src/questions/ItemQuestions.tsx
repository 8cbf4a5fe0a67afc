import { useQuestions } from '../store/stores.ts';
import { QuestionCard } from './QuestionCard.tsx';

/** What a server asks because of one tool call; stands right after the call. */
export function ItemQuestions({
  conversationId,
  itemId,
}: {
  conversationId: string;
  itemId: string;
}) {
  const own = useQuestions().filter(
    (question) => question.conversationId === conversationId && question.itemId === itemId,
  );
  return own.map((question) => (
    <div key={question.id} className="after-call">
      <QuestionCard question={question} />
    </div>
  ));
}
