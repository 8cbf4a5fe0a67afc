import { useTranslation } from 'react-i18next';
import { useConversations, useGo, usePlace, useQuestions, useServers } from '../store/stores.ts';
import type { Place } from '../store/stores.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';
import { useShortcut } from './useShortcut.ts';

const views = [
  { view: 'chat', icon: 'chat', digit: '1' },
  { view: 'servers', icon: 'servers', digit: '2' },
  { view: 'logs', icon: 'logs', digit: '3' },
  { view: 'team', icon: 'team', digit: '4' },
  { view: 'settings', icon: 'settings', digit: '5' },
] as const satisfies readonly { view: Place['view']; icon: IconName; digit: string }[];

/** The views; a violet dot marks one in which something waits for the user. */
export function Rail() {
  const { t } = useTranslation('common');
  const asked = useQuestions().length > 0;
  const prompted = useConversations()?.some(({ activity }) => activity === 'waiting') ?? false;
  const chatWaits = asked || prompted;
  const serverWaits = useServers()?.some(({ state }) => state.kind === 'needs-auth') ?? false;
  return (
    <nav className="rail" aria-label={t('view.label')}>
      {views.map((entry) => {
        const waits =
          (entry.view === 'chat' && chatWaits) || (entry.view === 'servers' && serverWaits);
        return <RailButton key={entry.view} {...entry} waits={waits} />;
      })}
    </nav>
  );
}

type RailButtonProps = (typeof views)[number] & { readonly waits: boolean };

function RailButton({ view, icon, digit, waits }: RailButtonProps) {
  const { t } = useTranslation('common');
  const go = useGo();
  const current = usePlace().view === view;
  useShortcut(`${digit} mod+${digit}`, () => go({ view }));
  return (
    <button
      type="button"
      title={`${t(`view.${view}`)}  ${digit}`}
      aria-label={t(waits ? `view.${view}-waits` : `view.${view}`)}
      aria-keyshortcuts={digit}
      aria-current={current ? 'page' : undefined}
      onClick={() => go({ view })}
    >
      <Icon name={icon} />
      {waits && <i className="dot auth" />}
    </button>
  );
}
