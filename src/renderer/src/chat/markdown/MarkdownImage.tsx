import type { ComponentProps, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from 'streamdown';
import { ask, useBridge } from '../../api.ts';
import { useRemembered, useViewer } from '../../store/stores.ts';
import { useErrorText } from '../../ui/errorText.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useAction } from '../../ui/useAction.ts';
import { webAddress } from './webAddress.ts';

/** An image of an answer: its address could carry data out, so it is loaded only when asked for. */
export function MarkdownImage({ src, alt = '' }: ComponentProps<'img'> & ExtraProps) {
  const { t } = useTranslation(['chat', 'content']);
  const url = webAddress(src);
  const words = alt === '' ? t('image.unnamed') : alt;
  if (url !== undefined) return <WebImage url={url} words={words} />;
  return (
    <span className="no-image">
      <Icon name="file" className="s14" />
      {words}
    </span>
  );
}

function WebImage({ url, words }: { url: string; words: string }) {
  const { t } = useTranslation('content');
  const bridge = useBridge();
  const viewer = useViewer();
  const text = useErrorText();
  const { images } = useRemembered();
  const { busy, error, run } = useAction();
  const image = images.get(url);
  if (image) {
    return (
      <button
        type="button"
        className="web-image"
        title={t('image.enlarge')}
        onClick={(event) => {
          alone(event);
          viewer.setState({ kind: 'image', title: words, ...image }, true);
        }}
      >
        <img src={image.address} width={image.width} height={image.height} alt={words} />
      </button>
    );
  }
  const load = async () => void images.set(url, await ask(bridge, 'images.load', url));
  return (
    <span className="no-image" title={url}>
      <Icon name="file" className="s14" />
      {words}
      <span className="quiet">
        {busy ? t('image.loading') : t('image.from', { host: new URL(url).host })}
      </span>
      <button
        type="button"
        className="btn sm"
        disabled={busy}
        onClick={(event) => {
          alone(event);
          void run(load);
        }}
      >
        {t('image.load')}
      </button>
      {error && (
        <span className="action-failed" role="alert">
          {text(error)}
        </span>
      )}
    </span>
  );
}

/** A link around an image is not followed by what is done with the image. */
function alone(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
