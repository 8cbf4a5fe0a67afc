import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerSummary, ServerUsage } from '../../../../shared/server.ts';
import { ChannelSection } from '../../channels/ChannelSection.tsx';
import { RelaySection } from '../../channels/RelaySection.tsx';
import { useErrorText } from '../../ui/errorText.ts';
import { StateIcon } from '../../ui/StateIcon.tsx';
import { fixFor } from '../actions.ts';
import type { ServerAction } from '../actions.ts';
import { ConnectionDoctor } from './ConnectionDoctor.tsx';
import { InstructionsChange } from './InstructionsChange.tsx';
import { ProcessFacts } from './ProcessFacts.tsx';
import { StateHistory } from './StateHistory.tsx';
import { useDoctor } from './useDoctor.ts';
import { UsageStrip } from './UsageStrip.tsx';

type Props = {
  readonly server: ServerSummary;
  readonly detail: ServerDetail;
  readonly usage: ServerUsage | undefined;
  readonly onAct: (action: ServerAction) => void;
};

export function OverviewTab({ server, detail, usage, onAct }: Props) {
  const doctor = useDoctor(server);
  return (
    <div className="panel">
      <Finding server={server} onAct={onAct} />
      {usage && <UsageStrip usage={usage} />}
      <div className="cols">
        <ConnectionDoctor server={server} answer={doctor} onCheck={() => onAct('restart')} />
        <StateHistory history={detail.history} source={server.source} />
        <div className="facts">
          <ProcessFacts detail={detail} program={doctor.report?.program} />
          <ChannelSection server={server} />
          <RelaySection server={server} />
          <About server={server} detail={detail} />
        </div>
      </div>
    </div>
  );
}

/** What the server says of itself: hints from a party that may lie. */
function About({ server, detail }: Pick<Props, 'server' | 'detail'>) {
  const { t } = useTranslation('servers');
  if (detail.serverInfo === undefined && detail.instructions === undefined) return null;
  return (
    <section aria-labelledby="server-about">
      <h3 id="server-about">{t('about.title')}</h3>
      <dl className="kv">
        {detail.serverInfo && (
          <>
            <dt>{t('about.name')}</dt>
            <dd>{detail.serverInfo.name}</dd>
            <dt>{t('about.version')}</dt>
            <dd className="num">{detail.serverInfo.version}</dd>
          </>
        )}
        {server.protocolVersion !== undefined && (
          <>
            <dt>{t('about.protocol')}</dt>
            <dd className="num">{server.protocolVersion}</dd>
          </>
        )}
      </dl>
      {detail.instructions !== undefined && (
        <>
          <h4 className="quiet">{t('about.instructions')}</h4>
          <p className="well outside">{detail.instructions}</p>
          {detail.instructionsChange && (
            <InstructionsChange server={server.name} change={detail.instructionsChange} />
          )}
        </>
      )}
    </section>
  );
}

/** The one thing to act on: why it is not connected, in whole, with the button that mends it. */
function Finding({ server, onAct }: Pick<Props, 'server' | 'onAct'>) {
  const { t } = useTranslation('servers');
  const errorText = useErrorText();
  const { state } = server;
  if (state.kind !== 'failed' && state.kind !== 'backoff' && state.kind !== 'needs-auth') {
    return null;
  }
  const fix = fixFor(server);
  return (
    <div className={`finding ${state.kind}`}>
      <StateIcon kind={state.kind} />
      <p className="grow">
        {errorText(state.cause)}
        {state.kind === 'backoff' && (
          <span className="quiet"> {t('finding.attempt', { attempt: state.attempt })}</span>
        )}
      </p>
      <button type="button" className="btn ghost sm" onClick={() => onAct('log')}>
        {t('action.log')}
      </button>
      {fix && fix !== 'log' && (
        <button type="button" className="btn primary sm" onClick={() => onAct(fix)}>
          {t(`action.${fix}`)}
        </button>
      )}
    </div>
  );
}
