import './viewer.css';
import { Dialog } from '@base-ui/react/dialog';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Viewed } from '../store/viewed.ts';
import { ImageView } from './ImageView.tsx';
import { TextView } from './TextView.tsx';
import { isComposing } from '../ui/inputMethod.ts';

type Props = { readonly viewed: Viewed; readonly onClose: () => void };

/** A text, JSON or an image, large; the rest of the window waits, and gets the focus back. */
export function Viewer({ viewed, onClose }: Props) {
  const { t } = useTranslation('viewer');
  const box = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-back" />
        <Dialog.Popup
          ref={box}
          className="dialog viewer"
          initialFocus={() => box.current?.querySelector<HTMLElement>('[data-first-focus]') ?? true}
          onKeyDown={(event) => {
            // What is behind must not hear it: Escape there would stop the answer.
            event.stopPropagation();
            if (event.key === 'Escape' && !isComposing(event.nativeEvent)) onClose();
          }}
        >
          <Dialog.Title className="sr">{t('title', { what: viewed.title })}</Dialog.Title>
          {viewed.kind === 'text' ? (
            <TextView title={viewed.title} text={viewed.text} onClose={onClose} />
          ) : (
            <ImageView image={viewed} onClose={onClose} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
