import './channels.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { ask, useBridge } from '../api.ts';
import { useConversations } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { Select } from '../ui/Select.tsx';
import { useAction } from '../ui/useAction.ts';
import { useChannels } from './useChannels.ts';

const newOne = 'new';

/** Whether a server may push, where to, and how many of its pushes were let in or not. */
export function ChannelSection({ server }: { server: ServerSummary }) {
  const { t } = useTranslation('channels');
  const bridge = useBridge();
  const action = useAction();
  const conversations = useConversations() ?? [];
  const channel = useChannels()?.channels.find((one) => one.server === server.name);
  const [chosen, setChosen] = useState<string>();
  if (server.channel === undefined && channel === undefined) return null;
  const target = chosen ?? channel?.conversation ?? newOne;
  const isAllowed = channel?.consent === 'allowed';
  const allow = (id: string) =>
    ask(bridge, 'channels.allow', {
      server: server.name,
      ...(id !== newOne && { conversationId: id }),
    });
  const choose = (id: string) => {
    setChosen(id);
    if (isAllowed) void action.run(() => allow(id));
  };
  const titles = conversations.map(({ id, title }) => ({ value: id, label: title }));
  const known = titles.some(({ value }) => value === target) ? target : newOne;
  return (
    <section className="channel" aria-labelledby="server-channel">
      <h3 id="server-channel">{t('title')}</h3>
      {server.channel === 'unheard' && <p className="warning">{t('unheard')}</p>}
      <p className="quiet">{t(`consent.${channel?.consent ?? 'not-allowed'}`)}</p>
      <div className="channel-line">
        <Select
          label={t('target')}
          value={known}
          options={[{ value: newOne, label: t('new') }, ...titles]}
          onChange={choose}
          className="btn sm"
        />
        <button
          type="button"
          className={isAllowed ? 'btn sm' : 'btn primary sm'}
          disabled={action.busy}
          onClick={() =>
            void action.run(() =>
              isAllowed ? ask(bridge, 'channels.forbid', server.name) : allow(known),
            )
          }
        >
          {t(isAllowed ? 'forbid' : 'allow')}
        </button>
      </div>
      {action.error && <InlineError error={action.error} server={server.name} />}
      {channel && (
        <ul className="quiet num">
          {channel.waiting > 0 && <li>{t('waiting', { count: channel.waiting })}</li>}
          {channel.notAllowed > 0 && <li>{t('notAllowed', { count: channel.notAllowed })}</li>}
          {channel.heldBack > 0 && <li>{t('heldBack', { count: channel.heldBack })}</li>}
          {channel.refused > 0 && <li>{t('refused', { count: channel.refused })}</li>}
        </ul>
      )}
    </section>
  );
}
