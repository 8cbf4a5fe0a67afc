import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptFilesOrigin } from '../../../shared/keptFile.ts';
import type { KeptFile } from '../../../shared/keptFile.ts';
import { useViewer } from '../store/stores.ts';
import { FileActions } from './FileActions.tsx';

type Props = { readonly file: KeptFile; readonly title?: string; readonly alt: string };

/** An image in a file beside the database: fetched when it comes into view, in room kept for it. */
export function KeptImage({ file, alt, title = alt }: Props) {
  const { t } = useTranslation(['chat', 'content']);
  const viewer = useViewer();
  const [gone, setGone] = useState(false);
  const { name, width, height } = file;
  if (gone) return <p className="well quiet">{t('file.gone')}</p>;
  const address = `${keptFilesOrigin}/${name}`;
  const view = () =>
    viewer.setState({ kind: 'image', title, address, width, height, file: name }, true);
  return (
    <figure className="well picture">
      <button type="button" title={t('content:image.enlarge')} onClick={view}>
        <img
          src={address}
          {...(width !== undefined && { width })}
          {...(height !== undefined && { height })}
          alt={alt}
          loading="lazy"
          decoding="async"
          onError={() => setGone(true)}
        />
      </button>
      <FileActions name={name} />
    </figure>
  );
}
