import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BundleOffer } from '../../../shared/adding.ts';
import type { ServerSummary } from '../../../shared/server.ts';
import { AddPanel } from '../adding/AddPanel.tsx';
import { readDropped } from '../adding/droppedFile.ts';
import { useFileDrop } from '../adding/useFileDrop.ts';
import { useBridge } from '../api.ts';
import { useSignIns } from '../auth/useSignIns.ts';
import { ApprovalBanner } from '../approvals/ApprovalBanner.tsx';
import { ManagedNote } from '../approvals/ManagedNote.tsx';
import { RefusedNote } from '../approvals/RefusedNote.tsx';
import { ProblemBanner } from '../settings/ProblemBanner.tsx';
import { useGo, usePlace, useServers } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useStateWord } from '../ui/StateIcon.tsx';
import { useShortcut } from '../keys/useShortcut.ts';
import { useAction } from '../ui/useAction.ts';
import { needsLook } from './actions.ts';
import { BulkBar } from './BulkBar.tsx';
import { EmptyServers } from './EmptyServers.tsx';
import { noPicks, stillShown } from './picks.ts';
import { ServerDetailPanel } from './detail/ServerDetailPanel.tsx';
import { ServerForm } from './form/ServerForm.tsx';
import { ServersHead } from './ServersHead.tsx';
import { ServerTable } from './ServerTable.tsx';
import { useServerActions } from './useServerActions.ts';
import { useUsage } from './detail/useUsage.ts';

/** Names that are numbered, by their numbers. */
const byName = new Intl.Collator(undefined, { numeric: true });

export function ServersView() {
  const place = usePlace();
  const go = useGo();
  const servers = useServers();
  const bridge = useBridge();
  const actions = useServerActions();
  const usage = useUsage();
  const [onlyLook, setOnlyLook] = useState(false);
  const [filter, setFilter] = useState('');
  const [pasted, setPasted] = useState('');
  const [bundle, setBundle] = useState<BundleOffer>();
  const [picks, setPicks] = useState(noPicks);
  const dropping = useAction();
  const sorted = useMemo(
    () => [...(servers ?? [])].sort((a, b) => byName.compare(a.name, b.name)),
    [servers],
  );
  const signIns = useSignIns(sorted);
  const shown = useShown(sorted, onlyLook, filter);
  const here = place.view === 'servers' ? place : undefined;
  const server = sorted.find(({ name }) => name === here?.server);
  const form = here?.form === 'edit' && !server ? undefined : here?.form;

  const close = (): void => {
    setPasted('');
    setBundle(undefined);
    go({ view: 'servers', ...(form && server ? { server: server.name } : {}) });
    if (server) focusRow(server.name);
  };
  const add = (text: string): void => {
    setPasted(text);
    setBundle(undefined);
    go({ view: 'servers', form: 'add' });
  };
  useShortcut('Escape', close, { enabled: form !== undefined || server !== undefined });

  const take = async (files: readonly File[]): Promise<void> => {
    const dropped = await readDropped(files, bridge);
    add(dropped.kind === 'text' ? dropped.text : '');
    if (dropped.kind === 'bundle') setBundle(dropped.offer);
  };
  const drop = useFileDrop((files) => void dropping.run(() => take(files)));
  const shownPicks = stillShown(
    picks,
    shown.map(({ name }) => name),
  );
  const picked = shown.filter(({ name }) => shownPicks.names.has(name));

  const common = {
    pasted,
    taken: sorted.filter(({ source }) => source === 'user').map(({ name }) => name),
    onClose: close,
    onSaved: (name: string) => go({ view: 'servers', server: name }),
  };
  const panel =
    form === 'edit' ? (
      <ServerForm key={server?.name} server={server} {...common} />
    ) : form !== undefined ? (
      // Made anew for what was dropped, which it begins with.
      <AddPanel
        key={`${bundle?.id ?? ''}\n${pasted}`}
        {...common}
        first={form === 'import' ? 'import' : 'form'}
        bundle={bundle}
      />
    ) : (
      server && (
        <ServerDetailPanel
          key={server.name}
          server={server}
          usage={usage.get(server.name)}
          actions={actions}
          onClose={close}
        />
      )
    );
  const none = servers !== undefined && servers.length === 0;

  return (
    <main className="view servers" {...drop.target}>
      {picked.length > 0 ? (
        <BulkBar servers={picked} onAct={actions.actAll} onClear={() => setPicks(noPicks)} />
      ) : (
        <ServersHead
          total={sorted.length}
          needsLook={sorted.filter(needsLook).length}
          onlyLook={onlyLook}
          onOnlyLook={setOnlyLook}
          filter={filter}
          onFilter={setFilter}
          onAdd={() => add('')}
        />
      )}
      <div className="notes">
        <ManagedNote />
        <ProblemBanner />
        <ApprovalBanner />
        <RefusedNote />
        {actions.failures.map(({ name, error }) => (
          <InlineError key={name} error={error} server={name} onDismiss={actions.clearFailures} />
        ))}
        <InlineError error={dropping.error} onDismiss={dropping.clear} />
      </div>
      {none ? (
        (panel ?? <EmptyServers onConnect={add} />)
      ) : (
        <div className={form ? 'split editing' : panel ? 'split' : 'split whole'}>
          <ServerTable
            servers={shown}
            known={servers !== undefined}
            selected={server?.name}
            usage={usage}
            signIns={signIns}
            actions={actions}
            picks={shownPicks}
            onPick={setPicks}
            onShowAll={() => {
              setFilter('');
              setOnlyLook(false);
            }}
            onOpen={(name) => {
              setPicks(noPicks);
              go({ view: 'servers', server: name });
            }}
          />
          {panel}
        </div>
      )}
      {drop.isOver && <DropHere />}
    </main>
  );
}

function DropHere() {
  const { t } = useTranslation('servers');
  return (
    <div className="drop-here">
      <b>{t('drop.title')}</b>
      <p>{t('drop.hint')}</p>
    </div>
  );
}

/** The rows that the segment and the filter leave, in the order given. */
function useShown(
  servers: readonly ServerSummary[],
  onlyLook: boolean,
  filter: string,
): readonly ServerSummary[] {
  const word = useStateWord();
  const wanted = filter.trim().toLowerCase();
  return servers.filter(
    (server) =>
      (!onlyLook || needsLook(server)) &&
      [server.name, word(server.state.kind), server.state.kind].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  );
}

/** Gives the focus back to the row that the closed panel belonged to. */
function focusRow(name: string): void {
  document.querySelector<HTMLElement>(`[data-server="${CSS.escape(name)}"]`)?.focus();
}
