import './channels.css';
import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { useFold } from '../chat/ConversationContext.ts';
import { formatTime } from '../ui/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';

/** Longer messages are cut until they are asked for. */
const longest = 1_000;

/** What a server pushed: its words as text, under its badge, never as if the user had said it. */
export function ChannelRow({ item }: { item: ChatItemOf<'channel'> }) {
  const { t } = useTranslation('channels');
  const { t: tChat } = useTranslation('chat');
  const format = useFormat();
  const [open, toggle] = useFold(item.id);
  const cut = item.content.length > longest;
  return (
    <article className="pushed" aria-label={t('from', { server: item.server })}>
      <header>
        <span className="badge">
          <Icon name="radio" className="s14" /> {item.server}
        </span>
        {item.meta.map(({ key, value }) => (
          <span key={key} className="quiet">
            {key}: {value}
          </span>
        ))}
        <span className="grow" />
        <time dateTime={new Date(item.at).toISOString()} title={format.moment(item.at)}>
          {formatTime(item.at)}
        </time>
      </header>
      <p>{cut && !open ? `${item.content.slice(0, longest)}…` : item.content}</p>
      {cut && (
        <button type="button" className="tree-more" aria-expanded={open} onClick={toggle}>
          {open ? tChat('fold.less') : tChat('fold.all', { count: item.content.length })}
        </button>
      )}
      {item.isCut && <small className="quiet">{t('cut')}</small>}
    </article>
  );
}
