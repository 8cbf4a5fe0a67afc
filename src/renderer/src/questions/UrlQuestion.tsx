import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../shared/question.ts';
import { CancelButton } from './CancelButton.tsx';
import type { Answering } from './QuestionCard.tsx';
import { urlParts } from './urlParts.ts';

type Props = Answering & {
  readonly question: Extract<Question, { kind: 'url' }>;
  readonly children: ReactNode;
};

/** A page that a server wants opened: the whole address, its host set off, and consent first. */
export function UrlQuestion({ question, busy, answer, children }: Props) {
  const { t } = useTranslation('questions');
  const { server, message, url, unicodeHost, opened } = question;
  const { before, host, after, isEncrypted } = urlParts(url);
  return (
    <>
      <p className="question-text">{message}</p>
      <p className="well mono question-url" role="group" aria-label={t('url.address')}>
        <span className="quiet">{before}</span>
        <b>{host}</b>
        <span className="quiet">{after}</span>
      </p>
      {unicodeHost !== undefined && (
        <p className="question-note st-backoff">
          {t('url.punycode')} <b className="mono">{unicodeHost}</b>
        </p>
      )}
      {!isEncrypted && <p className="question-note st-backoff">{t('url.unencrypted')}</p>}
      <p className="question-note" role={opened ? 'status' : undefined}>
        {t(opened ? 'url.opened' : 'url.consent', { server })}
      </p>
      {children}
      <div className="answers">
        <button
          type="button"
          className="btn primary"
          disabled={busy}
          onClick={() => answer({ action: 'accept' })}
        >
          {t(opened ? 'url.go-on' : 'url.open')}
        </button>
        {!opened && (
          <button
            type="button"
            className="btn"
            disabled={busy}
            onClick={() => answer({ action: 'decline' })}
          >
            {t('decline')}
          </button>
        )}
        <CancelButton busy={busy} answer={answer} />
      </div>
    </>
  );
}
