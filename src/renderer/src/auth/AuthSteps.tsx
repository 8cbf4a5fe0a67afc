import { useTranslation } from 'react-i18next';
import type { AuthStep } from '../../../shared/auth.ts';
import { useErrorText } from '../ui/errorText.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { StateIcon } from '../ui/StateIcon.tsx';
import { useFormat } from '../ui/useFormat.ts';

/** What was asked for and found on the way to the last sign-in, oldest first. */
export function AuthSteps({ steps }: { readonly steps: readonly AuthStep[] }) {
  const { t } = useTranslation('auth');
  const first = steps[0];
  return (
    <section className="auth-steps" aria-labelledby="auth-steps">
      <h3 id="auth-steps">
        {t('steps.title')}
        {first && <small>{t('steps.since', { time: formatTime(first.at, 'seconds') })}</small>}
      </h3>
      {steps.length === 0 ? (
        <p className="quiet">{t('steps.none')}</p>
      ) : (
        <ol>
          {steps.map((step, index) => (
            // Steps are only ever added at the end.
            <Step key={`${step.at} ${index}`} step={step} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Step({ step }: { readonly step: AuthStep }) {
  const { t } = useTranslation('auth');
  const format = useFormat();
  const errorText = useErrorText();
  const { kind, verdict, url, status, tookMs, detail } = step;
  const isBad = verdict === 'refused';
  return (
    <li title={format.moment(step.at)}>
      <VerdictIcon verdict={verdict} />
      <span>
        {isBad ? <b>{t(`steps.kind.${kind}`)}</b> : t(`steps.kind.${kind}`)}
        <span className="sr"> {t(`steps.verdict.${verdict}`)}</span>
      </span>
      <span className="auth-step-what">
        {url !== undefined && <span className="mono">{url}</span>}
        {detail && <span className={isBad ? '' : 'quiet'}>{errorText(detail)}</span>}
      </span>
      <span className={isBad ? 'num st-failed' : 'num quiet'}>{status}</span>
      <span className="num quiet r">{tookMs === undefined ? '' : format.duration(tookMs)}</span>
    </li>
  );
}

function VerdictIcon({ verdict }: Pick<AuthStep, 'verdict'>) {
  switch (verdict) {
    case 'ok':
      return <Icon name="check" className="pass" />;
    case 'absent':
      return <Icon name="st-todo" className="st" />;
    case 'refused':
      return <StateIcon kind="failed" />;
    case 'waiting':
      return <StateIcon kind="needs-auth" />;
  }
}
