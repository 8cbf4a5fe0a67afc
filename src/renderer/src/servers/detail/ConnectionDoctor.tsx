import { useTranslation } from 'react-i18next';
import type { DoctorReport, DoctorStep } from '../../../../shared/doctor.ts';
import type { ServerSummary } from '../../../../shared/server.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { useErrorText } from '../../ui/errorText.ts';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { InlineError } from '../../ui/InlineError.tsx';
import { StateIcon } from '../../ui/StateIcon.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import type { DoctorAnswer } from './useDoctor.ts';
import { usePathWords } from './usePathWords.ts';

type Props = {
  readonly server: ServerSummary;
  readonly answer: DoctorAnswer;
  readonly onCheck: () => void;
};

/** How the last connect went, step by step; checking again is connecting again. */
export function ConnectionDoctor({ server, answer, onCheck }: Props) {
  const { t } = useTranslation('servers');
  const { report, error } = answer;
  return (
    <section aria-labelledby="server-doctor">
      <div className="cols-head">
        <h3 id="server-doctor">{t('doctor.title')}</h3>
        {report?.at !== undefined && (
          <small>{t('doctor.checked', { time: formatTime(report.at, 'seconds') })}</small>
        )}
        <span className="grow" />
        {report && <CopyButton text={() => report.text} label={t('doctor.copy')} />}
        {server.state.kind !== 'disabled' && (
          <button type="button" className="btn ghost sm" onClick={onCheck}>
            <Icon name="restart" className="s14" />
            {t('doctor.again')}
          </button>
        )}
      </div>
      <InlineError error={error} />
      {report && <Steps report={report} />}
    </section>
  );
}

function Steps({ report }: { readonly report: DoctorReport }) {
  const { t } = useTranslation('servers');
  const { stderr } = report;
  return (
    <>
      <ol className="checks">
        {report.steps.map((step) => (
          <Step key={step.id} step={step} report={report} />
        ))}
      </ol>
      {report.finding && stderr.length > 0 && (
        <>
          <h4 className="quiet">{t('doctor.stderr')}</h4>
          <pre
            className="well outside mono"
            role="group"
            tabIndex={0}
            aria-label={t('doctor.stderr')}
          >
            {stderr.join('\n')}
          </pre>
        </>
      )}
    </>
  );
}

function Step({ step, report }: { step: DoctorStep; report: DoctorReport }) {
  const { t } = useTranslation('servers');
  const pathWords = usePathWords();
  const { finding, program } = report;
  const errorText = useErrorText();
  const format = useFormat();
  const { id, state, tookMs } = step;
  const name = t(`doctor.step.${id}`);
  const detail = detailOf();
  return (
    <li className={state === 'not-reached' ? 'todo' : ''}>
      <StepIcon state={state} />
      {state === 'failed' ? <b>{name}</b> : <span>{name}</span>}
      <span className="sr">{t(`doctor.state.${state}`)}</span>
      <span className={state === 'passed' ? 'quiet cut-line' : 'cut-line'} title={detail}>
        {detail}
      </span>
      <span className="quiet num">{tookMs === undefined ? '' : format.duration(tookMs)}</span>
    </li>
  );

  function detailOf(): string {
    if (state === 'not-reached' || state === 'running') return t(`doctor.state.${state}`);
    if (state === 'failed' && finding) return errorText(finding);
    if (id === 'tools') return t('doctor.tools', { count: Number(step.detail) });
    if (id !== 'environment' || !program) return step.detail;
    const { path, pathFolders: count } = program;
    const shell = path.source === 'login-shell' ? path.shell : undefined;
    return t('doctor.path', { from: shell ?? pathWords(path), count });
  }
}

function StepIcon({ state }: Pick<DoctorStep, 'state'>) {
  switch (state) {
    case 'passed':
      return <Icon name="check" className="pass" />;
    case 'failed':
      return <StateIcon kind="failed" />;
    case 'running':
      return <StateIcon kind="starting" />;
    case 'not-reached':
      return <Icon name="st-todo" className="st" />;
  }
}
