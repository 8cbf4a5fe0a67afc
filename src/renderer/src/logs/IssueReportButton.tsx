import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { copyText } from '../ui/copyText.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { useSaving } from '../settings/useSaving.ts';

/** Copies what someone has to know of a server who is to mend a fault. */
export function IssueReportButton({ server }: { server: string }) {
  const { t } = useTranslation('logs');
  const bridge = useBridge();
  const text = useErrorText();
  const { busy, saved, error, run } = useSaving();
  const copy = () => run(async () => copyText(await ask(bridge, 'servers.issueReport', server)));
  return (
    <>
      {error && (
        <span className="action-failed cut-line" role="alert">
          {text(error)}
        </span>
      )}
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        title={t('report.hint', { server })}
        onClick={() => void copy()}
      >
        <Icon name={saved ? 'check' : 'copy'} className="s14" />
        {t(saved ? 'report.copied' : 'report.copy')}
      </button>
      <span className="sr" role="status">
        {saved && t('report.copied')}
      </span>
    </>
  );
}
