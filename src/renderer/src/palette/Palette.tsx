import './palette.css';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useGo } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { MiddleCut } from '../ui/MiddleCut.tsx';
import { paletteGroups } from './paletteEntries.ts';
import type { PaletteEntry, PaletteGroup, PaletteKind } from './paletteEntries.ts';
import { usePaletteEntries } from './usePaletteEntries.ts';
import { useServerTools } from './useServerTools.ts';
import { isComposing } from '../ui/inputMethod.ts';

const icons: Readonly<Record<PaletteKind, IconName>> = {
  command: 'chev-r',
  conversation: 'chat',
  server: 'servers',
  tool: 'wrench',
  setting: 'settings',
  search: 'search',
};

/** One field that leads everywhere: commands, conversations, servers, tools, settings. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  // Thousands at times: made anew only as they change, and not with every key.
  return <PaletteDialog entries={usePaletteEntries(useServerTools())} onClose={onClose} />;
}

type DialogProps = {
  readonly entries: readonly PaletteEntry[];
  readonly onClose: () => void;
};

function PaletteDialog({ entries, onClose }: DialogProps) {
  const { t } = useTranslation('palette');
  const id = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  const hasChosen = useRef(false);
  const go = useGo();
  const found = useMemo(() => paletteGroups(entries, query), [entries, query]);
  const words = query.trim();
  const search: PaletteEntry = {
    key: 'search',
    kind: 'search',
    title: t('search', { query: words }),
    act: () => go({ view: 'chat', search: words }),
  };
  const inAll: PaletteGroup = { kind: 'search', entries: [search], more: 0 };
  const groups = words === '' ? found : [...found, inAll];
  const shown = groups.flatMap((group) => group.entries);
  const current = Math.min(active, shown.length - 1);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    hasChosen.current = true;
    onClose();
    entry.act();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    const step = steps.get(event.key);
    if (step !== undefined) {
      event.preventDefault();
      setActive((current + step + shown.length) % Math.max(1, shown.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(shown[current]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-back" />
        <Dialog.Popup
          className="dialog palette"
          initialFocus={false}
          // What was chosen may have taken the focus elsewhere.
          finalFocus={() => !hasChosen.current && (before instanceof HTMLElement ? before : true)}
        >
          <Dialog.Title className="sr">{t('title')}</Dialog.Title>
          <label className="palette-field">
            <Icon name="search" />
            <span className="sr">{t('title')}</span>
            <input
              ref={focusNow}
              role="combobox"
              aria-expanded
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={shown.length > 0 ? `${id}-${current}` : undefined}
              value={query}
              placeholder={t('placeholder')}
              spellCheck={false}
              onChange={(event) => {
                setQuery(event.target.value);
                setActive(0);
              }}
              onKeyDown={onKeyDown}
            />
          </label>
          {found.length === 0 && <p className="palette-none">{t('none', { query })}</p>}
          <div ref={box} id={id} role="listbox" aria-label={t('list')} className="palette-list">
            {groups.map((group) => (
              <div key={group.kind} role="group" aria-label={t(`group.${group.kind}`)}>
                <div className="palette-head" aria-hidden="true">
                  {t(`group.${group.kind}`)}
                </div>
                {group.entries.map((entry) => {
                  const index = shown.indexOf(entry);
                  return (
                    <div
                      key={entry.key}
                      id={`${id}-${index}`}
                      role="option"
                      aria-selected={index === current}
                      className="popup-item palette-item"
                      data-highlighted={index === current ? '' : undefined}
                      onMouseMove={() => setActive(index)}
                      onClick={() => choose(entry)}
                    >
                      <Icon name={icons[entry.kind]} className="s14" />
                      <span className="cut-line palette-title">
                        {entry.kind === 'server' ? <MiddleCut text={entry.title} /> : entry.title}
                      </span>
                      <span className="cut-line quiet palette-detail">{entry.detail}</span>
                      {entry.note !== undefined && (
                        <span className="palette-note">{entry.note}</span>
                      )}
                      {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
                    </div>
                  );
                })}
                {group.more > 0 && (
                  <div className="palette-more">{t('more', { count: group.more })}</div>
                )}
              </div>
            ))}
          </div>
          <p className="sr" role="status">
            {t('found', { count: found.flatMap((group) => group.entries).length })}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** At once: a dialog's own focus comes a frame later, and what is typed until then goes elsewhere. */
const focusNow = (field: HTMLElement | null) => field?.focus();

const steps: ReadonlyMap<string, number> = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
]);
