import { useTranslation } from 'react-i18next';
import { useChannels } from '../channels/useChannels.ts';
import { useCommand, useKeyWords } from '../keys/useCommand.ts';
import { useConversations, useGo, usePlace, useQuestions, useServers } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';
import { waitsIn } from '../store/waits.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';

const views = [
  { view: 'chat', icon: 'chat' },
  { view: 'servers', icon: 'servers' },
  { view: 'logs', icon: 'logs' },
  { view: 'team', icon: 'team' },
  { view: 'settings', icon: 'settings' },
] as const satisfies readonly { view: Place['view']; icon: IconName }[];

/** The views; a violet dot marks one in which something waits for the user. */
export function Rail() {
  const { t } = useTranslation('common');
  const asked = useQuestions().length > 0;
  const prompted = useConversations()?.some((one) => waitsIn(one) > 0) ?? false;
  const chatWaits = asked || prompted;
  const serverWaits = useServers()?.some(({ state }) => state.kind === 'needs-auth') ?? false;
  const unread = useChannels()?.unread.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <nav className="rail" aria-label={t('view.label')}>
      {views.map((entry) => {
        const waits =
          (entry.view === 'chat' && chatWaits) || (entry.view === 'servers' && serverWaits);
        const news = entry.view === 'chat' ? unread : 0;
        return <RailButton key={entry.view} {...entry} waits={waits} unread={news} />;
      })}
    </nav>
  );
}

type RailButtonProps = (typeof views)[number] & {
  readonly waits: boolean;
  readonly unread: number;
};

function RailButton({ view, icon, waits, unread }: RailButtonProps) {
  const { t } = useTranslation('common');
  const { t: tChannels } = useTranslation('channels');
  const go = useGo();
  const current = usePlace().view === view;
  const name = t(waits ? `view.${view}-waits` : `view.${view}`);
  const keys = useKeyWords(`view.${view}`);
  useCommand(`view.${view}`, () => go({ view }));
  return (
    <button
      type="button"
      title={`${t(`view.${view}`)}  ${keys.words}`}
      aria-label={unread > 0 ? tChannels('unread', { view: name, count: unread }) : name}
      aria-keyshortcuts={keys.aria}
      aria-current={current ? 'page' : undefined}
      onClick={() => go({ view })}
    >
      <Icon name={icon} />
      {unread > 0 && <i className="unread">{unread > 99 ? '99+' : unread}</i>}
      {unread === 0 && waits && <i className="dot auth" />}
    </button>
  );
}
