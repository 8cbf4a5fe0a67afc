import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanRequest } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** A plan that waits for approval: a person may give it in the lead's place. */
export function PlanCard({ team, plan: request }: { team: string; plan: PlanRequest }) {
  const { t } = useTranslation('teammates');
  const bridge = useBridge();
  const [feedback, setFeedback] = useState('');
  const { busy, error, run, clear } = useAction();
  const { id, to: name, text, plan = '' } = request;
  const review = (approve: boolean): void =>
    void run(() => ask(bridge, 'team.review', { team, requestId: id, approve, feedback }));
  return (
    <article className="plan card" aria-label={t('plan.of', { name })}>
      <div className="card-head">
        <Icon name="hand" className="st-auth" />
        <h3 className="cut-line">{t('plan.of', { name })}</h3>
        {text !== '' && (
          <span className="quiet cut-line" title={text}>
            {text}
          </span>
        )}
        <span className="grow" />
        <span className="quiet mono">{id}</span>
      </div>
      <p className="well plan-text" tabIndex={0}>
        {plan}
      </p>
      <form
        className="plan-answer"
        onSubmit={(event) => {
          event.preventDefault();
          review(true);
        }}
      >
        <label className="field grow">
          <span className="sr">{t('plan.feedback', { name })}</span>
          <input
            placeholder={t('plan.feedback', { name })}
            maxLength={20_000}
            value={feedback}
            onChange={(event) => setFeedback(event.target.value)}
          />
        </label>
        <button type="submit" className="btn primary" disabled={busy}>
          {t('plan.approve')}
        </button>
        <button type="button" className="btn" disabled={busy} onClick={() => review(false)}>
          {t('plan.reject')}
        </button>
      </form>
      <InlineError error={error} onDismiss={clear} />
    </article>
  );
}
