import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { keptFilesOrigin } from '../../../shared/keptFile.ts';
import type { FileAttachment } from '../../../shared/resource.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { problemsOf } from './draftAttachments.ts';
import type { DraftAttachment } from './draftAttachments.ts';

type Props = {
  readonly attachments: readonly DraftAttachment[];
  /** How many pages of PDF the model takes. */
  readonly pageLimit: number;
  readonly onRemove: (attachment: DraftAttachment) => void;
};

/** What will go with the message, and what can't and why; each can be taken away. */
export function AttachmentChips({ attachments, pageLimit, onRemove }: Props) {
  const { t } = useTranslation(['offers', 'attach']);
  const problems = problemsOf(attachments, pageLimit);
  return (
    <>
      <p className="sr" role="status">
        {attachments.length > 0 && t('attach:count', { count: attachments.length })}
      </p>
      {attachments.length > 0 && (
        <ul className="attached" aria-label={t('attached')}>
          {attachments.map((attachment, index) => (
            <Chip
              key={keyOf(attachment, index)}
              attachment={attachment}
              problem={problems[index]}
              onRemove={() => onRemove(attachment)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

type ChipProps = {
  readonly attachment: DraftAttachment;
  readonly problem: AppError | undefined;
  readonly onRemove: () => void;
};

function Chip({ attachment, problem, onRemove }: ChipProps) {
  const { t } = useTranslation(['offers', 'attach']);
  const format = useFormat();
  const text = useErrorText();
  const { kind, name } = attachment;
  const about = kind === 'resource' ? `${attachment.server}: ${attachment.uri}` : name;
  return (
    <li className={`chip-file ${problem ? 'is-refused' : ''}`} title={about}>
      {problem ? (
        <Icon name="st-failed" className="s14 st st-failed" />
      ) : (
        <FileSign attachment={attachment} />
      )}
      {kind === 'resource' && (
        <span className="quiet cut-line chip-server">{attachment.server}</span>
      )}
      {problem ? (
        // The sentence names the file, where it is about that one.
        <span className="grow" role="alert">
          {kind !== 'unread' && <b>{name}: </b>}
          {text(problem)}
        </span>
      ) : (
        <span className="cut-line">{name}</span>
      )}
      {kind === 'file' && !problem && (
        <span className="quiet num">
          {attachment.file.pages !== undefined &&
            `${t('attach:pages', { count: attachment.file.pages })} · `}
          {format.bytes(attachment.file.bytes)}
        </span>
      )}
      <button type="button" className="icon" aria-label={t('remove', { name })} onClick={onRemove}>
        <Icon name="x" className="s14" />
      </button>
    </li>
  );
}

/** A small picture of an image; of all else what a file looks like. */
function FileSign({ attachment }: { readonly attachment: DraftAttachment }) {
  const [gone, setGone] = useState(false);
  const isImage = attachment.kind === 'file' && attachment.mediaType.startsWith('image/');
  if (!isImage || gone) return <Icon name="file" className="s14" />;
  return (
    <img
      className="chip-picture"
      src={addressOf(attachment)}
      alt=""
      onError={() => setGone(true)}
    />
  );
}

const addressOf = ({ file }: FileAttachment): string => `${keptFilesOrigin}/${file.name}`;

function keyOf(attachment: DraftAttachment, index: number): string {
  switch (attachment.kind) {
    case 'resource':
      return JSON.stringify([attachment.server, attachment.uri]);
    case 'file':
      return attachment.file.name;
    case 'unread':
      return `${index} ${attachment.name}`;
  }
}
