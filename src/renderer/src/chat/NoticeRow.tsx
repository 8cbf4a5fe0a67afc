import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { ErrorActionButton } from '../ui/ErrorActionButton.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/iconPaths.ts';
import { useErrorText } from '../ui/errorText.ts';
import { useConversation } from './ConversationContext.ts';

const looks: Record<ChatItemOf<'notice'>['level'], { icon: IconName; tone: string }> = {
  info: { icon: 'st-stopped', tone: 'st-stopped' },
  warn: { icon: 'st-backoff', tone: 'st-backoff' },
  error: { icon: 'st-failed', tone: 'st-failed' },
};

/** Something the user should know that is not part of the answer: a retry, a stop, an error. */
export function NoticeRow({ item }: { item: ChatItemOf<'notice'> }) {
  const { t } = useTranslation('chat');
  const text = useErrorText();
  const { resend } = useConversation();
  const { icon, tone } = looks[item.level];
  return (
    <section className={`said ${item.level}`} aria-label={t(`notice.${item.level}`)}>
      <Icon name={icon} className={`st ${tone}`} />
      <p className="grow">{text(item.notice)}</p>
      <ErrorActionButton error={item.notice} retry={resend} />
    </section>
  );
}
