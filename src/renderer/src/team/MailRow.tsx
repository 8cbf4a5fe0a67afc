import './team.css';
import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { useFold } from '../chat/ConversationContext.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useMemberName } from './useMemberName.ts';

/** Longer mail is cut until it is asked for. */
const longest = 1_000;

/** What another member of the team wrote: its words as text, never as if the user had said it. */
export function MailRow({ item }: { item: ChatItemOf<'mail'> }) {
  const { t } = useTranslation('teammates');
  const { t: tChat } = useTranslation('chat');
  const format = useFormat();
  const nameOf = useMemberName();
  const [open, toggle] = useFold(item.id);
  const { from, mailKind, text, requestId, at } = item;
  const cut = text.length > longest;
  const name = nameOf(from);
  return (
    <article className="mail-row" aria-label={t('mail.from', { name })}>
      <header>
        <span className="badge">
          <Icon name="team" className="s14" /> {name}
        </span>
        {mailKind !== 'message' && <span className="quiet">{t(`kind.${mailKind}`)}</span>}
        {requestId !== undefined && <span className="quiet mono">{requestId}</span>}
        <span className="grow" />
        <time dateTime={new Date(at).toISOString()} title={format.moment(at)}>
          {formatTime(at)}
        </time>
      </header>
      <p>{cut && !open ? `${text.slice(0, longest)}…` : text}</p>
      {cut && (
        <button type="button" className="tree-more" aria-expanded={open} onClick={toggle}>
          {open ? tChat('fold.less') : tChat('fold.all', { count: text.length })}
        </button>
      )}
    </article>
  );
}
