import { useTranslation } from 'react-i18next';
import type { Answering } from './QuestionCard.tsx';

/** Goes without an answer, which the server is told as such. */
export function CancelButton({ busy, answer }: Answering) {
  const { t } = useTranslation('questions');
  return (
    <button
      type="button"
      className="btn"
      aria-keyshortcuts="Escape"
      disabled={busy}
      onClick={() => answer({ action: 'cancel' })}
    >
      {t('cancel')}
      <kbd>Esc</kbd>
    </button>
  );
}
