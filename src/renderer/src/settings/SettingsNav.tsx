import { useCallback, useSyncExternalStore } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

type Props = { readonly scroll: RefObject<HTMLElement | null> };

/**
 * The sections beside them, where there is room. It reads their titles from the page, so that a
 * section that comes is in it, and stands behind them, so that Tab comes to the settings first.
 */
export function SettingsNav({ scroll }: Props) {
  const { t } = useTranslation('settings');
  const subscribe = useCallback(
    (onChange: () => void) => {
      const element = scroll.current;
      if (!element) return () => undefined;
      const observer = new MutationObserver(onChange);
      const attributeFilter = ['aria-label'];
      observer.observe(element, { childList: true, subtree: true, attributeFilter });
      element.addEventListener('scroll', onChange, { passive: true });
      return () => {
        observer.disconnect();
        element.removeEventListener('scroll', onChange);
      };
    },
    [scroll],
  );
  // As one text, since what is read anew would never be the same list.
  const [current, ...titles] = useSyncExternalStore(subscribe, () => outline(scroll.current)).split(
    '\n',
  );
  return (
    <nav className="settings-nav" aria-label={t('title')}>
      {titles.map((title, index) => (
        <a
          key={title}
          href="#"
          className="cut-line"
          aria-current={title === current ? 'location' : undefined}
          onClick={(event) => {
            event.preventDefault();
            sectionsIn(scroll.current)[index]?.scrollIntoView({ block: 'start' });
          }}
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

const sectionsIn = (element: HTMLElement | null): readonly HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('.setting-section') ?? []),
];

/** The title of the section that is read, then those of all, a line each. */
function outline(element: HTMLElement | null): string {
  const sections = sectionsIn(element);
  const titleOf = (section: HTMLElement | undefined) => section?.ariaLabel ?? '';
  if (!element) return '';
  const { top, bottom } = element.getBoundingClientRect();
  const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
  const line = isAtEnd && element.scrollTop > 0 ? bottom : top + 60;
  const reached = sections.filter((section) => section.getBoundingClientRect().top < line);
  return [titleOf(reached.at(-1) ?? sections[0]), ...sections.map(titleOf)].join('\n');
}
