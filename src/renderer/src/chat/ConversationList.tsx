import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Virtualizer } from 'virtua';
import type { ConversationSummary } from '../../../shared/chat.ts';
import { useBridge } from '../api.ts';
import { ConversationRow } from '../history/ConversationRow.tsx';
import { SearchResults } from '../history/SearchResults.tsx';
import { useSearch } from '../history/useSearch.ts';
import { useCommand, useKeyWords } from '../keys/useCommand.ts';
import { useChats, useConversations, usePlace } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { useNow } from '../ui/useNow.ts';
import { dayGroups, shortWhen } from './dayGroups.ts';
import { isComposing } from '../ui/inputMethod.ts';

type Props = {
  readonly current: string | undefined;
  readonly onOpen: (id: string | null) => void;
  /** It is hidden in a narrow window; it must be there when the call ends. */
  readonly onReveal: () => void;
};

type Line = {
  readonly key: string;
  readonly heading?: string;
  readonly item?: ConversationSummary;
};

/** The conversations, pinned ones first, then by day; what is found in all of them; the archive. */
export function ConversationList({ current, onOpen, onReveal }: Props) {
  const { t, i18n } = useTranslation(['chat', 'history']);
  const bridge = useBridge();
  const { jump } = useChats();
  const [query, setQuery] = useState('');
  const [inArchive, setInArchive] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const findKeys = useKeyWords('chat.find');
  const newKeys = useKeyWords('chat.new');
  const search = useSearch(query);
  const list = useConversations();
  const now = useNow(60_000);
  const archived = list?.filter(({ isArchived }) => isArchived === true).length ?? 0;
  const isArchive = inArchive && archived > 0;
  const shown = useMemo(
    () => (list ?? []).filter(({ isArchived = false }) => isArchived === isArchive),
    [list, isArchive],
  );
  const lines = useMemo(() => {
    const pinned = isArchive ? [] : shown.filter(({ isPinned }) => isPinned === true);
    const others = isArchive ? shown : shown.filter(({ isPinned }) => isPinned !== true);
    const groups = dayGroups(others, now, i18n.language);
    return [
      ...group('pinned', t('history:pinned'), pinned),
      ...groups.flatMap(({ key, label, items }) => group(key, label ?? t(`list.${key}`), items)),
    ];
  }, [shown, isArchive, now, i18n.language, t]);
  const find = () => {
    if (field.current?.checkVisibility() === false) onReveal();
    field.current?.select();
  };
  useCommand('chat.find', find);
  const place = usePlace();
  const findAsked = useEffectEvent((words: string) => {
    setQuery(words);
    find();
  });
  useEffect(() => {
    const words = place.view === 'chat' ? place.search : undefined;
    // Not within the effect, which nothing can be revealed in.
    if (words !== undefined) queueMicrotask(() => findAsked(words));
  }, [place]);
  const items = lines.flatMap(({ item }) => item ?? []);
  const tabStop = items.some(({ id }) => id === current) ? current : items[0]?.id;
  const show = (id: string, itemId?: string) => {
    jump.setState(itemId === undefined ? undefined : { id, itemId }, true);
    // It may stand on a way that is not shown. Where that can't be changed now, the chat is shown.
    if (itemId !== undefined) void bridge.request('chat.reveal', { conversationId: id, itemId });
    onOpen(id);
  };
  return (
    <aside className="list" aria-label={t('list.label')}>
      <div className="list-head">
        <label className="field">
          <Icon name="search" className="s14" />
          <span className="sr">{t('list.search')}</span>
          <input
            ref={field}
            type="search"
            value={query}
            placeholder={t('list.search-short')}
            aria-keyshortcuts={findKeys.aria}
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (isComposing(event.nativeEvent)) return;
              if (event.key === 'Escape' && query !== '') {
                event.preventDefault();
                setQuery('');
              }
              if (event.key === 'ArrowDown') focusFirst(event);
            }}
          />
        </label>
        <button
          type="button"
          className="icon"
          aria-label={t('list.new')}
          title={`${t('list.new')}  ${newKeys.words}`}
          aria-keyshortcuts={newKeys.aria}
          onClick={() => onOpen(null)}
        >
          <Icon name="edit" />
        </button>
      </div>
      {isArchive && query.trim() === '' && (
        <button type="button" className="list-item back" onClick={() => setInArchive(false)}>
          <Icon name="chev-r" className="s14 flipped" />
          <span className="grow cut-line">{t('history:back')}</span>
        </button>
      )}
      <nav className="list-scroll" aria-label={t('list.by-day')} onKeyDown={moveFocus}>
        {query.trim() !== '' ? (
          <SearchResults search={search} onShow={show} />
        ) : (
          <Virtualizer data={lines} itemSize={28}>
            {(line) => (
              <div key={line.key}>
                {line.item ? (
                  <ConversationRow
                    item={line.item}
                    when={shortWhen(line.item.updatedAt, now, i18n.language)}
                    current={line.item.id === current}
                    tabStop={line.item.id === tabStop}
                    onOpen={show}
                  />
                ) : (
                  <h2>{line.heading}</h2>
                )}
              </div>
            )}
          </Virtualizer>
        )}
        {list && query.trim() === '' && items.length === 0 && (
          <p className="list-empty">{t('list.none')}</p>
        )}
      </nav>
      {archived > 0 && !isArchive && query.trim() === '' && (
        <button type="button" className="list-item archived" onClick={() => setInArchive(true)}>
          <Icon name="archive" className="s14" />
          <span className="grow cut-line">{t('history:archived')}</span>
          <span className="when">{archived}</span>
        </button>
      )}
    </aside>
  );
}

function group(key: string, heading: string, items: readonly ConversationSummary[]): Line[] {
  if (items.length === 0) return [];
  return [{ key, heading }, ...items.map((item) => ({ key: item.id, item }))];
}

/** The list is one tab stop; the arrows go through it. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.list-item')];
  const at = items.findIndex((item) => item === document.activeElement);
  const next = items[at + step];
  if (!next || at === -1) return;
  event.preventDefault();
  next.focus();
}

/** From the search field into what is listed below it. */
function focusFirst(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.closest('.list')?.querySelector('.list-scroll');
  const first = list?.querySelector<HTMLElement>('.list-item');
  if (!first) return;
  event.preventDefault();
  first.focus();
}
