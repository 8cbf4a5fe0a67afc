import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServerSummary } from '../../../shared/server.ts';
import { ServerRow } from './ServerRow.tsx';
import { useUsage } from './useUsage.ts';
import type { ServerActions } from './useServerActions.ts';

type Props = {
  readonly servers: readonly ServerSummary[];
  /** False until the list has come, so that an empty table says nothing yet. */
  readonly known: boolean;
  readonly selected: string | undefined;
  readonly actions: ServerActions;
  readonly onOpen: (name: string) => void;
};

/** All servers, a row each, in an order that does not change while one looks at it. */
export function ServerTable({ servers, known, selected, actions, onOpen }: Props) {
  const { t } = useTranslation('servers');
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<string>();
  const usage = useUsage();
  const names = servers.map((server) => server.name);
  const active = [focused, selected, names[0]].find(
    (name) => name !== undefined && names.includes(name),
  );
  const rowOf = (name: string): HTMLElement | null =>
    body.current?.querySelector(`[data-server="${CSS.escape(name)}"]`) ?? null;

  useEffect(() => {
    if (selected !== undefined) rowOf(selected)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);

  const move = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLTableRowElement) || active === undefined) return;
    const next = target(event.key, names, names.indexOf(active));
    if (next === undefined) return;
    event.preventDefault();
    if (event.key === 'Enter') return onOpen(active);
    rowOf(next)?.focus();
    if (selected !== undefined) onOpen(next);
  };

  return (
    <div className="table-wrap">
      <table className="fleet" role="grid" aria-label={t('all')}>
        <Columns />
        <tbody ref={body} onKeyDown={move}>
          {servers.map((server) => (
            <ServerRow
              key={server.name}
              server={server}
              usage={usage.get(server.name)}
              selected={server.name === selected}
              active={server.name === active}
              removing={server.name === actions.removing}
              onOpen={() => {
                setFocused(server.name);
                onOpen(server.name);
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
      {known && servers.length === 0 && <p className="foot-note">{t('noMatch')}</p>}
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

function Columns() {
  const { t } = useTranslation('servers');
  return (
    <>
      <colgroup>
        <col className="c-name" />
        <col className="c-state" />
        <col className="c-why" />
        <col className="c-tr" />
        <col className="c-era o1" />
        <col className="c-n" />
        <col className="c-calls o1" />
        <col className="c-up" />
        <col className="c-rs o1" />
        <col className="c-mem o2" />
        <col className="c-cpu o1" />
        <col className="c-act" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col" aria-sort="ascending">
            {t('column.server')}
          </th>
          <th scope="col">{t('column.state')}</th>
          <th scope="col">{t('column.reason')}</th>
          <th scope="col">{t('column.transport')}</th>
          <th scope="col" className="o1">
            {t('column.era')}
          </th>
          <th scope="col" className="r">
            {t('column.tools')}
          </th>
          <th scope="col" className="r o1">
            {t('column.calls')}
          </th>
          <th scope="col" className="r">
            {t('column.uptime')}
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
          <th scope="col">
            <span className="sr">{t('column.actions')}</span>
          </th>
        </tr>
      </thead>
    </>
  );
}
