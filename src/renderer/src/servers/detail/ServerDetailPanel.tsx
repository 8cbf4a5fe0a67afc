import { Tabs } from '@base-ui/react/tabs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerDetail, ServerSummary, ServerUsage } from '../../../../shared/server.ts';
import { SignInPanel } from '../../auth/SignInPanel.tsx';
import { useSignIn } from '../../auth/useSignIn.ts';
import { signsIn } from '../../auth/useSignIns.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/iconPaths.ts';
import { InlineError } from '../../ui/InlineError.tsx';
import { StateIcon } from '../../ui/StateIcon.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import type { ServerAction } from '../actions.ts';
import { ConfigTab } from './ConfigTab.tsx';
import { LogTab } from './LogTab.tsx';
import { PromptsTab } from './PromptsTab.tsx';
import { ResourcesTab } from './ResourcesTab.tsx';
import { OverviewTab } from './OverviewTab.tsx';
import { ToolsTab } from './ToolsTab.tsx';
import type { ServerActions } from '../useServerActions.ts';
import { useAskedTab } from './useAskedTab.ts';
import { useServerDetail } from './useServerDetail.ts';

type Props = {
  readonly server: ServerSummary;
  readonly usage: ServerUsage | undefined;
  readonly actions: ServerActions;
  readonly onClose: () => void;
};

/** Everything about one server, under its row. */
export function ServerDetailPanel({ server, usage, actions, onClose }: Props) {
  const { t } = useTranslation('servers');
  const format = useFormat();
  const { t: tOffers } = useTranslation('offers');
  const { t: tAuth } = useTranslation('auth');
  const [asked, setTab] = useAskedTab();
  const { detail, error } = useServerDetail(server);
  const act = (action: ServerAction): void => actions.act(server.name, action);
  const hasNone = !signsIn.has(server.transport);
  const signIn = useSignIn(server.name, hasNone);
  const hasSignIn = !hasNone && signIn.view?.means !== 'none';
  const { hasResources, hasPrompts } = useLastOffers(server);
  const isGone =
    (asked === 'resources' && !hasResources) ||
    (asked === 'prompts' && !hasPrompts) ||
    (asked === 'sign-in' && !hasSignIn);
  const tab = isGone ? 'overview' : asked;
  const toolCount = detail?.tools.length ?? server.toolCount;

  return (
    <Tabs.Root
      value={tab}
      onValueChange={(value) => setTab(String(value))}
      render={<section className="detail" aria-label={t('detail.of', { server: server.name })} />}
    >
      <header className="detail-head">
        <StateIcon kind={server.state.kind} />
        <h2 className="cut-line" title={server.name}>
          {server.name}
        </h2>
        <Tabs.List className="tabs" aria-label={t('detail.parts', { server: server.name })}>
          <Tabs.Tab value="overview">{t('tab.overview')}</Tabs.Tab>
          <Tabs.Tab value="tools">
            {t('tab.tools')} <span className="n">{format.count(toolCount)}</span>
          </Tabs.Tab>
          {hasResources && <Tabs.Tab value="resources">{tOffers('resource.tab')}</Tabs.Tab>}
          {hasPrompts && <Tabs.Tab value="prompts">{tOffers('prompt.tab')}</Tabs.Tab>}
          {hasSignIn && <Tabs.Tab value="sign-in">{tAuth('tab')}</Tabs.Tab>}
          <Tabs.Tab value="config">{t('tab.config')}</Tabs.Tab>
          <Tabs.Tab value="log">{t('tab.log')}</Tabs.Tab>
        </Tabs.List>
        <span className="grow" />
        {headActions(server).map(([action, icon]) => (
          <button
            key={action}
            type="button"
            className="btn ghost sm"
            aria-label={t(`action.${action}`)}
            title={t(`action.${action}`)}
            onClick={() => act(action)}
          >
            <Icon name={icon} className="s14" />
            <span className="lbl">{t(`action.${action}`)}</span>
          </button>
        ))}
        <button
          type="button"
          className="icon sm"
          aria-label={t('detail.close')}
          aria-keyshortcuts="Escape"
          onClick={onClose}
        >
          <Icon name="x" />
        </button>
      </header>
      {error && (
        <div className="notes">
          <InlineError error={error} server={server.name} />
        </div>
      )}
      <Part value="overview" detail={detail}>
        {(known) => <OverviewTab server={server} detail={known} usage={usage} onAct={act} />}
      </Part>
      <Part value="tools" detail={detail}>
        {(known) => <ToolsTab server={server} tools={known.tools} />}
      </Part>
      {hasResources && (
        <Tabs.Panel value="resources" className="panels">
          <ResourcesTab server={server} />
        </Tabs.Panel>
      )}
      {hasPrompts && (
        <Tabs.Panel value="prompts" className="panels">
          <PromptsTab server={server} />
        </Tabs.Panel>
      )}
      {hasSignIn && (
        <Tabs.Panel value="sign-in" className="panels">
          <SignInPanel
            signIn={signIn}
            onEdit={server.source === 'user' ? () => act('edit') : undefined}
          />
        </Tabs.Panel>
      )}
      <Part value="config" detail={detail}>
        {(known) => <ConfigTab server={server} detail={known} actions={actions} />}
      </Part>
      <Tabs.Panel value="log" className="panels">
        <LogTab server={server.name} onOpen={() => act('log')} />
      </Tabs.Panel>
    </Tabs.Root>
  );
}

/** What a server offers; while it is away, what it offered: whoever reads that stays there. */
function useLastOffers(server: ServerSummary): Pick<ServerSummary, 'hasResources' | 'hasPrompts'> {
  const [last, setLast] = useState(server);
  // One that is about to go has no connection before its state says so.
  const isThere = server.protocolVersion !== undefined;
  if (isThere && server !== last) setLast(server);
  return isThere ? server : last;
}

function Part(props: {
  value: string;
  detail: ServerDetail | undefined;
  children: (detail: ServerDetail) => ReactNode;
}) {
  return (
    <Tabs.Panel value={props.value} className="panels">
      {props.detail && props.children(props.detail)}
    </Tabs.Panel>
  );
}

/** The few actions that stand as buttons in the head of the panel. */
function headActions(server: ServerSummary): readonly (readonly [ServerAction, IconName])[] {
  const { kind } = server.state;
  const actions: (readonly [ServerAction, IconName])[] = [];
  if (kind === 'stopped' || kind === 'failed') actions.push(['start', 'play']);
  else if (kind !== 'disabled') actions.push(['restart', 'restart'], ['stop', 'stop']);
  if (server.source === 'user') {
    actions.push(['edit', 'edit']);
    actions.push(kind === 'disabled' ? ['enable', 'check'] : ['disable', 'st-disabled']);
  }
  return actions;
}
