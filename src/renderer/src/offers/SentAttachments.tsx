import { useTranslation } from 'react-i18next';
import type { KeptFile } from '../../../shared/keptFile.ts';
import type { ReadAttachment } from '../../../shared/resource.ts';
import { useFold } from '../chat/ConversationContext.ts';
import { FileActions } from '../chat/FileActions.tsx';
import { KeptImage } from '../chat/KeptImage.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ContentView } from './ContentView.tsx';
import { SentImage, SentText } from './SentFiles.tsx';

type Props = { readonly id: string; readonly attachments: readonly ReadAttachment[] };

/** What went with a message, as it was read then; each unfolds. */
export function SentAttachments({ id, attachments }: Props) {
  const { t } = useTranslation('offers');
  return (
    <ul className="sent" aria-label={t('attached')}>
      {attachments.map((attachment, index) => (
        // What was sent never changes, and a resource of several parts has one address.
        <SentAttachment key={index} id={`${id}/${index}`} attachment={attachment} />
      ))}
    </ul>
  );
}

function SentAttachment({ id, attachment }: { id: string; attachment: ReadAttachment }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const [open, toggle] = useFold(id);
  const { kind, name, mediaType, file } = attachment;
  if (kind === 'file' && file && mediaType.startsWith('image/')) {
    return (
      <li>
        <SentImage file={file} name={name} />
      </li>
    );
  }
  const about = kind === 'resource' ? attachment.uri : name;
  return (
    <li>
      <button
        type="button"
        className="chip-file"
        aria-expanded={open}
        title={about}
        onClick={toggle}
      >
        <Icon name={open ? 'chev-d' : 'chev-r'} className="s14" />
        {kind === 'resource' && (
          <span className="quiet cut-line chip-server">{attachment.server}</span>
        )}
        <span className="cut-line">{name}</span>
        <span className="quiet num">{format.bytes(bytesOf(attachment))}</span>
      </button>
      {open && (
        <div className="sent-content">
          {kind === 'resource' && (
            <p className="quiet mono part-uri">
              {attachment.uri} {mediaType}
            </p>
          )}
          {file ? (
            <SentFile file={file} name={name} mediaType={mediaType} />
          ) : kind === 'resource' ? (
            <ContentView content={attachment} />
          ) : (
            <p className="quiet">{t('file.gone')}</p>
          )}
        </div>
      )}
    </li>
  );
}

function bytesOf(attachment: ReadAttachment): number {
  if (attachment.kind === 'file') return attachment.file?.bytes ?? 0;
  const { file, text, data = '' } = attachment;
  return file?.bytes ?? text?.length ?? Math.floor((data.length * 3) / 4);
}

function SentFile({
  file,
  name,
  mediaType,
}: Pick<ReadAttachment, 'mediaType' | 'name'> & { file: KeptFile }) {
  const { t } = useTranslation('offers');
  if (mediaType === 'text/plain') return <SentText file={file} name={name} />;
  if (mediaType?.startsWith('image/')) return <KeptImage file={file} alt={t('picture')} />;
  return (
    <div className="well">
      <FileActions name={file.name} as={name} />
    </div>
  );
}
