import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../shared/question.ts';
import { FlowButtons } from '../auth/FlowButtons.tsx';
import { FlowView } from '../auth/FlowView.tsx';
import { Scopes } from '../auth/Scopes.tsx';
import { useSignIn } from '../auth/useSignIn.ts';
import type { Answering } from './QuestionCard.tsx';

type Props = Answering & {
  readonly question: Extract<Question, { kind: 'sign-in' }>;
  readonly children: ReactNode;
};

/** A call that waits for a sign-in: why, and the way to it. Main accepts it once that is done. */
export function SignInQuestion({ question, busy, answer, children }: Props) {
  const { t } = useTranslation('auth');
  const { server, reason, scopes } = question;
  const signIn = useSignIn(server);
  const isNamed = reason === 'more' && scopes.length > 0;
  return (
    <>
      <p className="question-text">
        {t(reason === 'more' && !isNamed ? 'why.moreUnnamed' : `why.${reason}`, { server })}
      </p>
      {isNamed && <Scopes scopes={scopes} />}
      <div className="auth-flow">
        <FlowView signIn={signIn} />
      </div>
      {children}
      <div className="answers">
        <FlowButtons signIn={signIn} begin={t('signIn')} disabled={busy} />
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
