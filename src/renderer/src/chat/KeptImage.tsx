import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keptFilesOrigin } from '../../../shared/keptFile.ts';
import type { KeptFile } from '../../../shared/keptFile.ts';
import { FileActions } from './FileActions.tsx';

type Props = { readonly file: KeptFile; readonly alt: string };

/** An image in a file beside the database: fetched when it comes into view, in room kept for it. */
export function KeptImage({ file, alt }: Props) {
  const { t } = useTranslation('chat');
  const [gone, setGone] = useState(false);
  const { name, width, height } = file;
  if (gone) return <p className="well quiet">{t('file.gone')}</p>;
  return (
    <figure className="well picture">
      <img
        src={`${keptFilesOrigin}/${name}`}
        {...(width !== undefined && { width })}
        {...(height !== undefined && { height })}
        alt={alt}
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
      />
      <FileActions name={name} />
    </figure>
  );
}
