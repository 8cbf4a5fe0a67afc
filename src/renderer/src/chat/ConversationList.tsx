import { useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { useConversations, useQuestions } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNow } from '../ui/useNow.ts';
import { useShortcut } from '../ui/useShortcut.ts';
import { dayGroups, shortWhen } from './dayGroups.ts';

type Props = {
  readonly current: string | undefined;
  readonly onOpen: (id: string | null) => void;
};

/** The conversations by day, with a filter over their titles. */
export function ConversationList({ current, onOpen }: Props) {
  const { t, i18n } = useTranslation('chat');
  const [query, setQuery] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useConversations();
  const now = useNow(60_000);
  const found = useMemo(() => filter(list ?? [], query), [list, query]);
  const lines = useMemo(
    () =>
      dayGroups(found, now, i18n.language).flatMap(({ key, label, items }) => [
        { key, heading: label ?? t(`list.${key}`), item: undefined },
        ...items.map((item) => ({ key: item.id, heading: undefined, item })),
      ]),
    [found, now, i18n.language, t],
  );
  useShortcut('mod+f', () => search.current?.select());
  const tabStop = found.some(({ id }) => id === current) ? current : found[0]?.id;
  return (
    <aside className="list" aria-label={t('list.label')}>
      <div className="list-head">
        <label className="field">
          <Icon name="search" className="s14" />
          <span className="sr">{t('list.search')}</span>
          <input
            ref={search}
            type="search"
            value={query}
            placeholder={t('list.search-short')}
            aria-keyshortcuts="Control+F"
            onChange={(event) => setQuery(event.target.value)}
          />
        </label>
        <button
          type="button"
          className="icon"
          aria-label={t('list.new')}
          title={`${t('list.new')}  N`}
          aria-keyshortcuts="N"
          onClick={() => onOpen(null)}
        >
          <Icon name="edit" />
        </button>
      </div>
      <nav className="list-scroll" aria-label={t('list.by-day')} onKeyDown={moveFocus}>
        <Virtualizer data={lines} itemSize={28}>
          {(line) => (
            <div key={line.key}>
              {line.item ? (
                <Entry
                  item={line.item}
                  when={shortWhen(line.item.updatedAt, now, i18n.language)}
                  current={line.item.id === current}
                  tabStop={line.item.id === tabStop}
                  onOpen={onOpen}
                />
              ) : (
                <h2>{line.heading}</h2>
              )}
            </div>
          )}
        </Virtualizer>
        {list && found.length === 0 && (
          <p className="list-empty">{t(list.length === 0 ? 'list.none' : 'list.not-found')}</p>
        )}
      </nav>
    </aside>
  );
}

type EntryProps = {
  readonly item: ConversationSummary;
  readonly when: string;
  readonly current: boolean;
  readonly tabStop: boolean;
  readonly onOpen: (id: string) => void;
};

function Entry({ item, when, current, tabStop, onOpen }: EntryProps) {
  const { t } = useTranslation('chat');
  const asked = useQuestions().some(({ conversationId }) => conversationId === item.id);
  const activity = asked ? 'waiting' : item.activity;
  return (
    <button
      type="button"
      className="list-item"
      aria-current={current ? 'true' : undefined}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => onOpen(item.id)}
    >
      <span className="grow cut-line">{item.title === '' ? t('list.new') : item.title}</span>
      {activity === 'waiting' && <span className="when you">{t('list.waits')}</span>}
      {activity === 'running' && (
        <>
          <Icon name="st-starting" className="s14 st-starting" />
          <span className="sr">{t('list.running')}</span>
        </>
      )}
      {activity === 'idle' && <span className="when">{when}</span>}
    </button>
  );
}

function filter(
  list: readonly ConversationSummary[],
  query: string,
): readonly ConversationSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return list;
  return list.filter(({ title }) => {
    const text = title.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** The list is one tab stop; the arrows go through it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.list-item')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = items[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
