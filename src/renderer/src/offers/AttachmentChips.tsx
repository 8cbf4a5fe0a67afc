import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../../shared/resource.ts';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (attachment: Attachment) => void;
};

/** What will go with the message; each can be taken away. */
export function AttachmentChips({ attachments, onRemove }: Props) {
  const { t } = useTranslation('offers');
  if (attachments.length === 0) return null;
  return (
    <ul className="attached" aria-label={t('attached')}>
      {attachments.map((attachment) => {
        const { server, uri, name } = attachment;
        return (
          <li key={JSON.stringify([server, uri])} className="chip-file" title={`${server}: ${uri}`}>
            <Icon name="file" className="s14" />
            <span className="quiet cut-line chip-server">{server}</span>
            <span className="cut-line">{name}</span>
            <button
              type="button"
              className="icon"
              aria-label={t('remove', { name })}
              onClick={() => onRemove(attachment)}
            >
              <Icon name="x" className="s14" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
