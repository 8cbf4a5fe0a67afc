import './keys.css';
import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandId } from '../../../shared/keys.ts';
import { ask, useBridge } from '../api.ts';
import { useSettings } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { bindingOf, bindingWords, isReserved } from './keyBinding.ts';
import { commandOf, fixedKeys, keysOf } from './usualKeys.ts';

/** All keys by what they do; each can be bound anew. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('keys');
  const [asked, setAsked] = useState<CommandId>();
  const close = useRef<HTMLButtonElement>(null);
  const places = [...new Set(CommandId.options.map(placeOf))];
  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen, { event }) => {
        // Escape ends the question for a key before it closes the dialog.
        if (asked !== undefined && event instanceof KeyboardEvent) return;
        if (!isOpen) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-back" />
        <Dialog.Popup className="dialog keys" initialFocus={close}>
          <Dialog.Title className="dialog-title">{t('title')}</Dialog.Title>
          <div className="dialog-body" tabIndex={0} role="group" aria-label={t('title')}>
            {places.map((place) => (
              <section key={place} aria-label={t(`place.${place}`)}>
                <h3>{t(`place.${place}`)}</h3>
                {CommandId.options
                  .filter((id) => placeOf(id) === place)
                  .map((id) => (
                    <KeyRow
                      key={id}
                      id={id}
                      asked={asked === id}
                      onAsk={(on) => setAsked(on ? id : undefined)}
                    />
                  ))}
              </section>
            ))}
            <FixedKeys />
          </div>
          <footer className="adding-foot">
            <span className="quiet grow">{t('note')}</span>
            <Dialog.Close ref={close} className="btn sm">
              {t('close')}
            </Dialog.Close>
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** What needs no binding, since it is the same everywhere. */
function FixedKeys() {
  const { t } = useTranslation('keys');
  const mac = useBridge().platform === 'darwin';
  return (
    <section aria-label={t('place.fixed')}>
      <h3>{t('place.fixed')}</h3>
      {fixedNames.map((name) => (
        <div key={name} className="key-row">
          <span className="grow">{t(`fixed.${name}`)}</span>
          {fixedKeys[name].map((keys) => (
            <kbd key={keys}>{bindingWords(keys, mac)}</kbd>
          ))}
          <span className="key-acts" />
        </div>
      ))}
    </section>
  );
}
const fixedNames = Object.keys(fixedKeys) as readonly (keyof typeof fixedKeys)[];

type KeyRowProps = {
  readonly id: CommandId;
  /** Whether the next key press is to be its own. */
  readonly asked: boolean;
  readonly onAsk: (on: boolean) => void;
};

function KeyRow({ id, asked, onAsk }: KeyRowProps) {
  const { t } = useTranslation('keys');
  const bridge = useBridge();
  const mac = bridge.platform === 'darwin';
  const own = useSettings()?.keys ?? {};
  const { busy, error, run, clear } = useAction();
  /** Keys that can't be had, and the command that has them; none where text needs them. */
  const [taken, setTaken] = useState<{ readonly keys: string; readonly by?: CommandId }>();
  const words = (keys: string) => bindingWords(keys, mac);

  const save = (keys: string | undefined): void => {
    const { [id]: _before, ...others } = own;
    const next = keys === undefined ? others : { ...others, [id]: keys };
    const patch = { keys: Object.keys(next).length === 0 ? null : next };
    void run(() => ask(bridge, 'settings.update', patch));
  };
  const take = useEffectEvent((keys: string) => {
    onAsk(false);
    const by = commandOf(keys, own);
    if (isReserved(keys)) setTaken({ keys });
    else if (by !== undefined && by !== id) setTaken({ keys, by });
    else save(keys);
  });
  const reset = (): void => {
    const { [id]: _own, ...others } = own;
    const lost = keysOf(id, {}).flatMap((keys) => {
      const by = CommandId.options.find((one) => one !== id && keysOf(one, others).includes(keys));
      return by === undefined ? [] : [{ keys, by }];
    });
    setTaken(lost[0]);
    if (lost.length === 0) save(undefined);
  };
  const cancel = useEffectEvent(() => onAsk(false));
  useEffect(() => {
    if (!asked) return;
    const onKey = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      const keys = bindingOf(event, mac);
      if (keys === 'escape' || keys === 'tab') cancel();
      else if (keys !== undefined && !event.repeat) take(keys);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [asked, mac]);

  const name = t(`command.${id}`);
  return (
    <div className="key-row">
      <span className="grow">{name}</span>
      {asked ? (
        <span className="key-asked" role="status">
          {t('press')}
        </span>
      ) : (
        keysOf(id, own).map((keys) => <kbd key={keys}>{words(keys)}</kbd>)
      )}
      <span className="key-acts">
        {own[id] !== undefined && (
          <button
            type="button"
            className="btn sm"
            aria-label={t('reset-of', { command: name })}
            disabled={busy}
            onClick={reset}
          >
            {t('reset')}
          </button>
        )}
        <button
          type="button"
          className="btn sm"
          aria-label={t('change-of', { command: name })}
          aria-pressed={asked}
          disabled={busy}
          onClick={() => {
            setTaken(undefined);
            clear();
            onAsk(!asked);
          }}
        >
          {t('change')}
        </button>
      </span>
      {taken && (
        <p className="key-taken" role="alert">
          {taken.by === undefined
            ? t('reserved', { keys: words(taken.keys) })
            : t('taken', { keys: words(taken.keys), command: t(`command.${taken.by}`) })}
        </p>
      )}
      <InlineError error={error} onDismiss={clear} />
    </div>
  );
}

/** `view` of `view.chat`; commands of no place stand with the window's. */
const placeOf = (id: CommandId): string => {
  const [place = ''] = id.split('.');
  return ['view', 'chat', 'answer', 'logs'].includes(place) ? place : 'window';
};
