import { useLayoutEffect, useRef, useState } from 'react';
import type { WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { FileActions } from '../chat/FileActions.tsx';
import type { Viewed } from '../store/viewed.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ViewerHead } from './ViewerHead.tsx';
import { zoomed } from './zoomed.ts';

type Props = {
  readonly image: Extract<Viewed, { kind: 'image' }>;
  readonly onClose: () => void;
};

/** An image that fits the window, or as large as one likes. */
export function ImageView({ image, onClose }: Props) {
  const { t } = useTranslation('viewer');
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: image.width ?? 0, height: image.height ?? 0 });
  /** How large it is shown; undefined fits it into the window. */
  const [scale, setScale] = useState<number>();
  const [fit, setFit] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || size.width === 0) return;
    const measure = () => {
      const { clientWidth, clientHeight } = element;
      setFit(Math.min(1, clientWidth / size.width, clientHeight / size.height));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [size]);

  const shown = scale ?? fit;
  const onWheel = (event: WheelEvent) => {
    if (event.ctrlKey || event.metaKey) setScale(zoomed(shown, event.deltaY < 0 ? 1 : -1));
  };
  return (
    <>
      <ViewerHead title={image.title} onClose={onClose}>
        <span className="grow" />
        <span className="num quiet" role="status">
          {format.percent(Math.round(shown * 100))}
        </span>
        <button
          type="button"
          className="icon sm"
          aria-label={t('zoom.out')}
          onClick={() => setScale(zoomed(shown, -1))}
        >
          <Icon name="min" />
        </button>
        <button
          type="button"
          className="icon sm"
          aria-label={t('zoom.in')}
          onClick={() => setScale(zoomed(shown, 1))}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="btn sm"
          aria-pressed={scale === undefined}
          onClick={() => setScale(undefined)}
        >
          {t('zoom.fit')}
        </button>
        <button
          type="button"
          className="btn sm"
          aria-pressed={scale === 1}
          onClick={() => setScale(1)}
        >
          {t('zoom.full')}
        </button>
        {image.file !== undefined && <FileActions name={image.file} as={image.as} />}
      </ViewerHead>
      <div
        ref={box}
        className="viewer-body viewer-image"
        tabIndex={0}
        data-first-focus
        role="group"
        aria-label={image.title}
        onWheel={onWheel}
      >
        <img
          src={image.address}
          alt={image.title}
          {...(size.width > 0 && { width: size.width * shown, height: size.height * shown })}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (size.width === 0) setSize({ width, height });
          }}
        />
      </div>
    </>
  );
}
