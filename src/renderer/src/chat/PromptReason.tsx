import { useTranslation } from 'react-i18next';
import type { PermissionPrompt } from '../../../shared/permission.ts';
import { LineDiff } from '../ui/LineDiff.tsx';
import { usePromptWhy } from './usePromptWords.ts';

/** Why a call is asked about: the hint or the rule, and what the server changed since it was allowed. */
export function PromptReason({ prompt, isOurs }: { prompt: PermissionPrompt; isOurs: boolean }) {
  const { t, i18n } = useTranslation('chat');
  const why = usePromptWhy();
  const { change } = prompt;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  return (
    <>
      <p className="prompt-why">
        <b>{t('prompt.why')}</b> {why(prompt, isOurs)}
      </p>
      {change && (
        <div className="prompt-change">
          <p className="quiet">{t('change.since', { day: day.format(change.since) })}</p>
          <LineDiff label={t('change.label')} before={change.before} after={change.after} />
        </div>
      )}
    </>
  );
}
