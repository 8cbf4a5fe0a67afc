import { Dialog } from '@base-ui/react/dialog';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstallOffer } from '../../../shared/adding.ts';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { ServerFacts } from './ServerFacts.tsx';

/** The oldest install link that waits: everything it asks for, before any of it is kept. */
export function InstallDialog() {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const go = useGo();
  const adding = useAction();
  const refuse = useRef<HTMLButtonElement>(null);
  const [offer, ...others] = useOffers();
  if (!offer) return null;

  const { server, as, sameAs, findings, problem } = offer;
  const dismiss = (): void => void adding.run(() => ask(bridge, 'adding.dismiss', offer.id));
  const accept = (): void =>
    void adding.run(async () => {
      const name = await ask(bridge, 'adding.accept', offer.id);
      go({ view: 'servers', server: name });
    });
  const notes = [
    as !== undefined && t('link.as', { name: as }),
    sameAs !== undefined && t('link.same', { server: sameAs }),
    others.length > 0 && t('link.more', { count: others.length }),
  ].filter((note) => typeof note === 'string');

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && dismiss()} disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-back" />
        <Dialog.Popup className="dialog" role="alertdialog" initialFocus={refuse}>
          <Dialog.Title className="dialog-title">
            {server ? t('link.title', { server: server.name }) : t('link.refused')}
          </Dialog.Title>
          <div className="dialog-body" tabIndex={0} role="group" aria-label={t('link.fields')}>
            <InlineError error={adding.error} onDismiss={adding.clear} />
            <InlineError error={problem} />
            {server && (
              <>
                <Dialog.Description className="lead">{t('link.lead')}</Dialog.Description>
                <ServerFacts facts={server} findings={findings} />
              </>
            )}
            {notes.length > 0 && <p className="under">{notes.join(' ')}</p>}
          </div>
          <footer className="adding-foot">
            <span className="grow" />
            <button
              ref={refuse}
              type="button"
              className="btn sm"
              disabled={adding.busy}
              onClick={dismiss}
            >
              {server ? t('link.no') : t('close')}
            </button>
            {server && (
              <button
                type="button"
                className="btn primary sm"
                disabled={adding.busy}
                onClick={accept}
              >
                {t('link.yes')}
              </button>
            )}
          </footer>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function useOffers(): readonly InstallOffer[] {
  const bridge = useBridge();
  const [offers, setOffers] = useState<readonly InstallOffer[]>([]);
  useEffect(() => {
    const end = bridge.on('adding.offers', setOffers);
    void bridge.request('adding.offers', undefined).then((result) => {
      if (result.ok) setOffers(result.value);
    });
    return end;
  }, [bridge]);
  return offers;
}
