import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useChannels } from './useChannels.ts';

/** Whether a server is sent permission prompts, and may bring a person's answers. */
export function RelaySection({ server }: { server: ServerSummary }) {
  const { t } = useTranslation('channels');
  const bridge = useBridge();
  const action = useAction();
  const relay = useChannels()?.relays.find((one) => one.server === server.name);
  if (server.relays !== true && relay === undefined) return null;
  const consent = relay?.consent ?? 'not-allowed';
  const isAllowed = consent === 'allowed';
  const change = () => ask(bridge, 'channels.relay', { server: server.name, isOn: !isAllowed });
  return (
    <section className="channel" aria-labelledby="server-relay">
      <h3 id="server-relay">{t('relay.title')}</h3>
      <p className="quiet">{t(`relay.consent.${consent}`)}</p>
      <p className="quiet">{t('relay.note')}</p>
      <div className="channel-line">
        <button
          type="button"
          className="btn sm"
          disabled={action.busy}
          onClick={() => void action.run(change)}
        >
          {t(isAllowed ? 'relay.forbid' : 'relay.allow')}
        </button>
      </div>
      {action.error && <InlineError error={action.error} server={server.name} />}
    </section>
  );
}
