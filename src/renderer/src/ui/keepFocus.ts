/** Where the focus was, newest last; so many places are enough to find one that is left. */
type Trail = { element: HTMLElement; main: Element | null }[];
const longestTrail = 12;

/** What is being done disables its button for so long at most; then the focus goes elsewhere. In milliseconds. */
const busyMs = 400;

/**
 * Gives the focus a place when what had it is gone: a row that was removed, a closed panel, a button
 * that has done its work. A page that leaves it on `body` is silent to a screen reader, and its next
 * Tab begins anywhere. It goes to the newest place before that is left, or to the heading of a new
 * view. What takes the focus by itself is left alone, and so is a person who clicks beside everything.
 * Ends with the function it answers.
 */
export function keepFocus(page: Document): () => void {
  const trail: Trail = [];
  let asked = 0;
  /** Its button is disabled by what it does, and gets the focus back. */
  let waiting: HTMLElement | undefined;
  let hasWaited = false;

  const look = () => {
    asked = 0;
    const last = trail.at(-1)?.element;
    if (page.activeElement !== page.body || last === undefined) return;
    if (isBusy(last) && !hasWaited) {
      hasWaited = true;
      later(busyMs);
    } else if (!canTake(last)) {
      give(restingPlace(page, trail));
    } else if (waiting === last) {
      give(last);
    } else {
      // A person clicked beside it.
      trail.length = 0;
    }
  };
  const later = (ms: number) => {
    window.clearTimeout(asked);
    asked = window.setTimeout(look, ms);
  };
  const soon = () => {
    if (page.activeElement !== page.body || trail.length === 0) return;
    const isDone = waiting !== undefined && !isBusy(waiting);
    // Effects that give the focus a place of their own come first.
    if (asked === 0 || isDone) later(isDone ? 0 : 30);
  };
  const note = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement) || target === page.body) return;
    waiting = undefined;
    hasWaited = false;
    trail.push({ element: target, main: target.closest('main') });
    if (trail.length > longestTrail) trail.shift();
  };
  const onFocus = ({ target }: FocusEvent) => note(target);
  note(page.activeElement);
  page.addEventListener('focusin', onFocus);
  page.addEventListener('focusout', soon);
  const changes = new MutationObserver((records) => {
    const last = trail.at(-1)?.element;
    // Often it is enabled again by the time that anybody looks.
    if (records.some(({ type, target }) => type === 'attributes' && target === last))
      waiting = last;
    soon();
  });
  changes.observe(page.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  return () => {
    page.removeEventListener('focusin', onFocus);
    page.removeEventListener('focusout', soon);
    changes.disconnect();
    window.clearTimeout(asked);
  };
}

const isBusy = (element: HTMLElement): boolean =>
  element.isConnected && element.matches(':disabled') && element.checkVisibility();

const canTake = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ checkVisibilityCSS: true }) &&
  !element.matches(':disabled') &&
  element.closest('[inert], [aria-hidden=true]') === null;

/** The newest place that is left, within the dialog that is open; else the row that is chosen, or the heading of the view. */
function restingPlace(page: Document, trail: Trail): HTMLElement | null {
  const dialog = [...page.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]')].at(
    -1,
  );
  for (const { element, main } of [...trail].reverse()) {
    if (canTake(element) && (dialog?.contains(element) ?? true)) return element;
    // It stood in another view than the one shown now, which begins with its heading.
    if (main !== null && !main.isConnected) break;
  }
  const chosen = page.querySelector<HTMLElement>('main tr[aria-selected=true]');
  return dialog ?? chosen ?? page.querySelector<HTMLElement>('main h1');
}

function give(place: HTMLElement | null): void {
  if (place === null) return;
  if (place.tabIndex < 0 && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  if (place.matches(':focus-visible')) place.scrollIntoView({ block: 'nearest' });
}
