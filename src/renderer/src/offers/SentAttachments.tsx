import { useTranslation } from 'react-i18next';
import type { KeptFile } from '../../../shared/keptFile.ts';
import type { ReadAttachment } from '../../../shared/resource.ts';
import { useFold } from '../chat/ConversationContext.ts';
import { FileActions } from '../chat/FileActions.tsx';
import { KeptImage } from '../chat/KeptImage.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ContentView } from './ContentView.tsx';

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
  const format = useFormat();
  const [open, toggle] = useFold(id);
  const { server, uri, name, mediaType, text, file, data = '' } = attachment;
  const bytes = file?.bytes ?? text?.length ?? Math.floor((data.length * 3) / 4);
  return (
    <li>
      <button type="button" className="chip-file" aria-expanded={open} title={uri} onClick={toggle}>
        <Icon name={open ? 'chev-d' : 'chev-r'} className="s14" />
        <span className="quiet cut-line chip-server">{server}</span>
        <span className="cut-line">{name}</span>
        <span className="quiet num">{format.bytes(bytes)}</span>
      </button>
      {open && (
        <div className="sent-content">
          <p className="quiet mono part-uri">
            {uri} {mediaType}
          </p>
          {file ? (
            <SentFile file={file} mediaType={mediaType} />
          ) : (
            <ContentView content={attachment} />
          )}
        </div>
      )}
    </li>
  );
}

function SentFile({ file, mediaType }: Pick<ReadAttachment, 'mediaType'> & { file: KeptFile }) {
  const { t } = useTranslation('offers');
  if (mediaType?.startsWith('image/')) return <KeptImage file={file} alt={t('picture')} />;
  return (
    <div className="well">
      <FileActions name={file.name} />
    </div>
  );
}
