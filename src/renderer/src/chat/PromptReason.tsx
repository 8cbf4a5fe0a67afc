import { useTranslation } from 'react-i18next';
import type { PermissionPrompt } from '../../../shared/permission.ts';
import { LineDiff } from '../ui/LineDiff.tsx';

/** Why a call is asked about: the hint or the rule, and what the server changed since it was allowed. */
export function PromptReason({ prompt, isOurs }: { prompt: PermissionPrompt; isOurs: boolean }) {
  const { t, i18n } = useTranslation(['chat', 'workspace', 'hooks']);
  const { change, hook, reason, rule } = prompt;
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const named = rule ? `${rule.text} (${t(`layer.${rule.layer}`)})` : '';
  const asked = t(`why.${reason}`, { rule: named });
  const why = reason === 'hook' && hook ? t('hooks:why', hook) : asked;
  return (
    <>
      <p className="prompt-why">
        <b>{t('prompt.why')}</b> {isOurs ? t(`workspace:why.${reason}`, why) : why}
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
