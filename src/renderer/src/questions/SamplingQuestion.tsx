import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../shared/question.ts';
import { useFormat } from '../ui/useFormat.ts';
import type { Answering } from './QuestionCard.tsx';

type Sampling = Extract<Question, { kind: 'sampling' }>;
type Props = Answering & { readonly question: Sampling; readonly children: ReactNode };

/** A request for the model: everything that would be sent, to whom, and how much may come back. */
export function SamplingQuestion({ question, busy, answer, children }: Props) {
  const { t } = useTranslation('questions');
  const format = useFormat();
  const { server, systemPrompt, messages, model, maxTokens } = question;
  return (
    <>
      <div
        className="well question-prompt"
        role="group"
        aria-label={t('sampling.prompt')}
        tabIndex={0}
      >
        {systemPrompt !== undefined && (
          <section>
            <h3>{t('sampling.system')}</h3>
            <p>{systemPrompt}</p>
          </section>
        )}
        {messages.map((message, index) => (
          // The messages of a request never move.
          <Message key={index} message={message} />
        ))}
      </div>
      <p className="question-note">
        <b>{model}</b>
        {t('sampling.limit', { count: maxTokens, tokens: format.count(maxTokens) })}
      </p>
      <p className="question-note">{t('sampling.why', { server })}</p>
      {children}
      <div className="answers">
        <button
          type="button"
          className="btn primary"
          disabled={busy}
          onClick={() => answer({ action: 'accept' })}
        >
          {t('sampling.allow')}
        </button>
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="Escape"
          disabled={busy}
          onClick={() => answer({ action: 'decline' })}
        >
          {t('sampling.deny')}
          <kbd>Esc</kbd>
        </button>
      </div>
    </>
  );
}

function Message({ message }: { message: Sampling['messages'][number] }) {
  const { t } = useTranslation('questions');
  return (
    <section>
      <h3>{t(`sampling.${message.role}`)}</h3>
      {message.text !== '' && <p>{message.text}</p>}
      {message.images.map(({ mediaType, data }, index) => (
        <img key={index} src={`data:${mediaType};base64,${data}`} alt={t('sampling.image')} />
      ))}
    </section>
  );
}
