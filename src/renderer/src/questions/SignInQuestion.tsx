import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../shared/question.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import type { Answering } from './QuestionCard.tsx';

type Props = Answering & {
  readonly question: Extract<Question, { kind: 'sign-in' }>;
  readonly children: ReactNode;
};

/** A call that waits for a sign-in: why, and the way to it. Main accepts it once that is done. */
export function SignInQuestion({ question, busy, answer, children }: Props) {
  const { t } = useTranslation('auth');
  const bridge = useBridge();
  const signingIn = useAction();
  const { server, reason, scopes } = question;
  const isNamed = reason === 'more' && scopes.length > 0;
  return (
    <>
      <p className="question-text">
        {t(reason === 'more' && !isNamed ? 'why.moreUnnamed' : `why.${reason}`, { server })}
      </p>
      {isNamed && <p className="question-note mono">{scopes.join(' ')}</p>}
      <InlineError error={signingIn.error} onDismiss={signingIn.clear} />
      {children}
      <div className="answers">
        <button
          type="button"
          className="btn primary"
          disabled={busy || signingIn.busy}
          onClick={() => void signingIn.run(() => ask(bridge, 'auth.signIn', server))}
        >
          {t('signIn')}
        </button>
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="Escape"
          disabled={busy}
          onClick={() => answer({ action: 'decline' })}
        >
          {t('notNow')}
          <kbd>Esc</kbd>
        </button>
      </div>
    </>
  );
}
