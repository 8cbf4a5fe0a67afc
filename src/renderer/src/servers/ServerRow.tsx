import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInView } from '../../../shared/auth.ts';
import type { ServerSummary, ServerUsage } from '../../../shared/server.ts';
import { signInCell } from '../auth/signInCell.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { Menu } from '../ui/Menu.tsx';
import { MiddleCut } from '../ui/MiddleCut.tsx';
import { StateIcon, stateTone, useStateWord } from '../ui/StateIcon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { fixFor, menuFor } from './actions.ts';
import type { ServerAction } from './actions.ts';
import { reasonFor } from './reason.ts';
import { ReasonText, RetryCountdown, Uptime } from './ReasonText.tsx';
import { Sparkline } from './detail/Sparkline.tsx';
import { RemoveConfirm } from './RemoveConfirm.tsx';

const menuIcons: Partial<Record<ServerAction, IconName>> = {
  start: 'play',
  stop: 'stop',
  restart: 'restart',
  log: 'logs',
  edit: 'edit',
  enable: 'check',
  disable: 'st-disabled',
  remove: 'x',
};

type Props = {
  readonly server: ServerSummary;
  readonly usage: ServerUsage | undefined;
  /** Undefined where the table has no column for it. */
  readonly signIn: SignInView | 'none' | undefined;
  readonly selected: boolean;
  /** The one row in the tab order. */
  readonly active: boolean;
  readonly removing: boolean;
  readonly picked: boolean;
  readonly onClick: (event: MouseEvent) => void;
  /** Its box was clicked. */
  readonly onPick: (event: MouseEvent) => void;
  readonly onAct: (action: ServerAction) => void;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
};

export function ServerRow(props: Props) {
  const { server, usage, selected, active, removing, picked } = props;
  const { t } = useTranslation('servers');
  const format = useFormat();
  const { state } = server;
  const reason = reasonFor(state, server.lastCall, server.source);
  const isConnected = state.kind === 'connected';
  const wasConnected = server.protocolVersion !== undefined || server.toolCount > 0;
  const wasStarted =
    state.kind !== 'disabled' && !(state.kind === 'stopped' && state.by === 'never-started');
  return (
    <tr
      data-server={server.name}
      tabIndex={active ? 0 : -1}
      aria-selected={selected || picked}
      onClick={props.onClick}
    >
      <th scope="row" title={server.name}>
        <MiddleCut text={server.name} />
        <input
          type="checkbox"
          className="pick"
          tabIndex={-1}
          checked={picked}
          aria-label={t('bulk.pick', { server: server.name })}
          onClick={(event) => {
            event.stopPropagation();
            props.onPick(event);
          }}
          onChange={() => undefined}
        />
      </th>
      <td>
        <StateCell state={state} />
      </td>
      <td className={`why ${reason.calm && !removing ? 'calm' : ''} ${isConnected ? '' : 'wide'}`}>
        {removing ? <span>{t('remove.hint')}</span> : <ReasonText reason={reason} />}
      </td>
      <td className="num era o1">{isConnected && server.protocolVersion}</td>
      <td className="r o3">{isConnected && format.count(server.toolCount)}</td>
      <td className="r o3">
        <Uptime state={state} />
      </td>
      <td className="r o1">
        <span className="with-spark">
          {usage?.calls && (
            <Sparkline
              label={t('column.calls')}
              values={usage.calls.calls}
              length={usage.calls.calls.length}
            />
          )}
          {wasConnected && format.count(server.callCount)}
        </span>
      </td>
      <td className="r o1">{wasStarted && format.count(server.restartCount)}</td>
      <td className="r o2">
        {usage?.memoryBytes !== undefined && (
          <span className="with-spark">
            <Sparkline label={t('column.memory')} values={usage.memory} length={60} />
            {format.bytes(usage.memoryBytes)}
          </span>
        )}
      </td>
      <td className="r o1">
        {usage?.cpuPercent !== undefined && (
          <span className="with-spark">
            <Sparkline label={t('column.cpu')} values={usage.cpu} length={60} top={10} />
            {format.percent(usage.cpuPercent)}
          </span>
        )}
      </td>
      <td className="num o3">{server.transport}</td>
      {props.signIn !== undefined && (
        <td className="num o2">
          {props.signIn !== 'none' && <SignInCell view={props.signIn} state={state} />}
        </td>
      )}
      <td onClick={(event) => event.stopPropagation()}>
        {removing ? (
          <RemoveConfirm name={server.name} onRemove={props.onRemove} onKeep={props.onKeep} />
        ) : (
          <RowActions server={server} active={active} onAct={props.onAct} />
        )}
      </td>
    </tr>
  );
}

function SignInCell({ view, state }: { view: SignInView; state: ServerSummary['state'] }) {
  const { t } = useTranslation('auth');
  const cell = signInCell(view, state);
  const text = cell === undefined ? '' : t(`cell.${cell}`);
  return <span title={text}>{text}</span>;
}

function StateCell({ state }: { state: ServerSummary['state'] }) {
  const word = useStateWord();
  const off = state.kind === 'stopped' || state.kind === 'disabled';
  return (
    <span className={`state ${off ? 'off' : stateTone(state.kind)}`}>
      <StateIcon kind={state.kind} />
      <span className="cut-line">
        {state.kind === 'backoff' ? <RetryCountdown retryAt={state.retryAt} /> : word(state.kind)}
      </span>
    </span>
  );
}

function RowActions(props: {
  server: ServerSummary;
  active: boolean;
  onAct: (action: ServerAction) => void;
}) {
  const { server, onAct } = props;
  const { t } = useTranslation('servers');
  const tabIndex = props.active ? 0 : -1;
  const fix = fixFor(server);
  return (
    <div className="act">
      {fix && (
        <button
          type="button"
          className="btn sm"
          tabIndex={tabIndex}
          aria-label={t('actionOn', { action: t(`action.${fix}`), server: server.name })}
          onClick={() => onAct(fix)}
        >
          {t(`action.${fix}`)}
        </button>
      )}
      <Menu
        trigger={
          <button
            type="button"
            className="icon sm"
            tabIndex={tabIndex}
            aria-label={t('moreFor', { server: server.name })}
          >
            <Icon name="more" />
          </button>
        }
        items={menuFor(server).map((action) => ({
          label: t(`action.${action}`),
          ...(menuIcons[action] ? { icon: menuIcons[action] } : {}),
          danger: action === 'remove',
          onSelect: () => onAct(action),
        }))}
      />
    </div>
  );
}
