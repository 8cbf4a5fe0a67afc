import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';
import { useConversation } from '../chat/ConversationContext.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { replyTarget } from './replyTarget.ts';

/** Which server, and which place behind it, a call answers that is a reply to what was pushed. */
export function GoesTo({ call }: { call: ToolCall }) {
  const { t } = useTranslation('channels');
  const { list } = useFormat();
  const { store } = useConversation();
  const push = call.server === undefined ? undefined : store.lastPushOf(call.server);
  const target = push ? replyTarget(call, push) : [];
  if (target.length === 0) return null;
  const parts = target.map(({ name, value }) => `${name} ${value}`);
  const text = t('goesTo', { place: list([call.server ?? '', ...parts]) });
  return (
    <span className="tag goes-to" title={text}>
      <Icon name="radio" className="s14" />
      <span className="cut-line">{text}</span>
    </span>
  );
}
