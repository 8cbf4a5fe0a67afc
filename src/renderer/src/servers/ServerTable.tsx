import { useEffect, useRef, useState } from 'react';
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignInView } from '../../../shared/auth.ts';
import type { ServerSummary, ServerUsage } from '../../../shared/server.ts';
import { noPicks, rangeTo, toggled } from './picks.ts';
import type { Picks } from './picks.ts';
import { ServerRow } from './ServerRow.tsx';
import type { ServerActions } from './useServerActions.ts';

type Props = {
  readonly servers: readonly ServerSummary[];
  /** False until the list has come, so that an empty table says nothing yet. */
  readonly known: boolean;
  readonly selected: string | undefined;
  readonly usage: ReadonlyMap<string, ServerUsage>;
  /** Of remote servers only. */
  readonly signIns: ReadonlyMap<string, SignInView>;
  readonly actions: ServerActions;
  readonly picks: Picks;
  readonly onPick: (picks: Picks) => void;
  readonly onOpen: (name: string) => void;
  /** Called where the filter leaves none. */
  readonly onShowAll: () => void;
};

/** All servers, a row each, in an order that does not change while one looks at it. */
export function ServerTable(props: Props) {
  const { servers, known, selected, usage, signIns, actions, picks, onPick, onOpen, onShowAll } =
    props;
  const { t } = useTranslation('servers');
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<string>();
  const names = servers.map((server) => server.name);
  const active = [focused, selected, names[0]].find(
    (name) => name !== undefined && names.includes(name),
  );
  const rowOf = (name: string): HTMLElement | null =>
    body.current?.querySelector(`[data-server="${CSS.escape(name)}"]`) ?? null;

  useEffect(() => {
    if (selected !== undefined) rowOf(selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const follow = ({ target: row }: FocusEvent): void => {
    if (row instanceof HTMLTableRowElement) setFocused(row.dataset['server']);
  };
  const move = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTableRowElement) || active === undefined) return;
    if (pickBy(event, active)) return event.preventDefault();
    const next = target(event.key, names, names.indexOf(active));
    if (next === undefined) return;
    event.preventDefault();
    if (event.key === 'Enter') return onOpen(active);
    rowOf(next)?.focus();
    if (event.shiftKey) onPick(rangeTo(picks, names, next, active));
    else if (selected !== undefined) onOpen(next);
  };
  /** Space picks the row, Ctrl or Cmd and A all of them, Escape drops every pick. */
  const pickBy = ({ key, ctrlKey, metaKey }: KeyboardEvent, name: string): boolean => {
    if (key === ' ') onPick(toggled(picks, name));
    else if (key === 'a' && (ctrlKey || metaKey)) onPick({ names: new Set(names), anchor: name });
    else if (key === 'Escape' && picks.names.size > 0) onPick(noPicks);
    else return false;
    return true;
  };
  const pick = (event: MouseEvent, name: string): void =>
    onPick(event.shiftKey ? rangeTo(picks, names, name) : toggled(picks, name));

  return (
    <div className="table-wrap">
      <table
        className={picks.names.size > 0 ? 'fleet picking' : 'fleet'}
        role="grid"
        aria-label={t('all')}
        aria-multiselectable
      >
        <Columns signIn={signIns.size > 0} />
        <tbody ref={body} onKeyDown={move} onFocus={follow}>
          {servers.map((server) => (
            <ServerRow
              key={server.name}
              server={server}
              usage={usage.get(server.name)}
              signIn={signIns.size > 0 ? (signIns.get(server.name) ?? 'none') : undefined}
              selected={server.name === selected}
              active={server.name === active}
              removing={server.name === actions.removing}
              picked={picks.names.has(server.name)}
              onPick={(event) => pick(event, server.name)}
              onClick={(event) => {
                setFocused(server.name);
                if (event.ctrlKey || event.metaKey || event.shiftKey) pick(event, server.name);
                else onOpen(server.name);
              }}
              onAct={(action) => actions.act(server.name, action)}
              onRemove={() => actions.remove(server.name)}
              onKeep={() => {
                actions.cancelRemove();
                rowOf(server.name)?.focus();
              }}
            />
          ))}
        </tbody>
      </table>
      {known && servers.length === 0 && (
        <div className="foot-note">
          <p>{t('noMatch')}</p>
          <button type="button" className="btn sm" onClick={onShowAll}>
            {t('showAll')}
          </button>
        </div>
      )}
    </div>
  );
}

function target(key: string, names: readonly string[], index: number): string | undefined {
  switch (key) {
    case 'ArrowDown':
      return names[index + 1];
    case 'ArrowUp':
      return names[index - 1];
    case 'Home':
      return names[0];
    case 'End':
      return names.at(-1);
    case 'Enter':
      return names[index];
    default:
      return undefined;
  }
}

function Columns({ signIn }: { signIn: boolean }) {
  const { t } = useTranslation('servers');
  return (
    <>
      <colgroup>
        <col className="c-name" />
        <col className="c-state" />
        <col className="c-why" />
        <col className="c-era o1" />
        <col className="c-n o3" />
        <col className="c-up o3" />
        <col className="c-calls o1" />
        <col className="c-rs o1" />
        <col className="c-mem o2" />
        <col className="c-cpu o1" />
        <col className="c-tr o3" />
        {signIn && <col className="c-sign o2" />}
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" aria-sort="ascending">
            {t('column.server')}
          </th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.reason')}</th>
          <th scope="col" className="o1">
            {t('column.era')}
          </th>
          <th scope="col" className="r o3">
            {t('column.tools')}
          </th>
          <th scope="col" className="r o3">
            {t('column.uptime')}
          </th>
          <th scope="col" className="r o1">
            {t('column.calls')}
          </th>
          <th scope="col" className="r o1">
            {t('column.restarts')}
          </th>
          <th scope="col" className="r o2">
            {t('column.memory')}
          </th>
          <th scope="col" className="r o1">
            {t('column.cpu')}
          </th>
          <th scope="col" className="o3">
            {t('column.transport')}
          </th>
          {signIn && (
            <th scope="col" className="o2">
              {t('column.signIn')}
            </th>
          )}
          <th scope="col">
            <span className="sr">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
    </>
  );
}
