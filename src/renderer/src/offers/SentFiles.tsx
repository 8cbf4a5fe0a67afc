import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { keptFilesOrigin } from '../../../shared/keptFile.ts';
import type { KeptFile } from '../../../shared/keptFile.ts';
import { ask, useBridge } from '../api.ts';
import { FileActions } from '../chat/FileActions.tsx';
import { useViewer } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { ContentView } from './ContentView.tsx';

type Props = { readonly file: KeptFile; readonly name: string };

/** An image that went with a message, small; large on a click. */
export function SentImage({ file, name }: Props) {
  const { t } = useTranslation(['chat', 'content']);
  const viewer = useViewer();
  const [gone, setGone] = useState(false);
  if (gone) return <p className="quiet">{t('file.gone')}</p>;
  const address = `${keptFilesOrigin}/${file.name}`;
  const { width, height } = file;
  const large = { title: name, address, width, height, file: file.name, as: name };
  return (
    <button
      type="button"
      className="sent-image"
      title={`${name}: ${t('content:image.enlarge')}`}
      onClick={() => viewer.setState({ kind: 'image', ...large }, true)}
    >
      <img
        src={address}
        {...(width !== undefined && { width })}
        {...(height !== undefined && { height })}
        alt={name}
        loading="lazy"
        decoding="async"
        onError={() => setGone(true)}
      />
    </button>
  );
}

/** What a text holds, read when it is asked for, and the ways to have it elsewhere. */
export function SentText({ file, name }: Props) {
  const bridge = useBridge();
  const [text, setText] = useState<string>();
  const [error, setError] = useState<AppError>();
  useEffect(() => {
    let isWanted = true;
    ask(bridge, 'files.text', file.name).then(
      (read) => isWanted && setText(read),
      (thrown: unknown) => isWanted && setError(toAppError(thrown)),
    );
    return () => void (isWanted = false);
  }, [bridge, file.name]);
  if (error) return <InlineError error={error} />;
  const mediaType = /\.(?:md|markdown)$/i.test(name) ? 'text/markdown' : 'text/plain';
  return (
    <>
      {text !== undefined && <ContentView content={{ text, mediaType }} />}
      <FileActions name={file.name} as={name} />
    </>
  );
}
