import { useTranslation } from 'react-i18next';
import type { ChatItemOf } from '../../../shared/chat.ts';
import { Icon } from '../ui/Icon.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useFold } from './ConversationContext.ts';

/** The model's thinking, folded to how long it took. */
export function ThinkingRow({ item }: { item: ChatItemOf<'thinking'> }) {
  const { t } = useTranslation('chat');
  const format = useFormat();
  const [open, toggle] = useFold(item.id);
  const thinking = item.streaming && item.endedAt === undefined;
  const took = item.endedAt === undefined ? undefined : Math.max(1000, item.endedAt - item.at);
  const words = thinking
    ? t('thinking.now')
    : took === undefined
      ? t('thinking.done')
      : t('thinking.took', { time: format.uptime(Math.round(took / 1000) * 1000) });
  if (item.redacted === true || item.text === '') {
    return (
      <div className="think">
        <span className="think-head">
          {thinking && <Icon name="st-starting" className="s14 st-starting" />}
          {item.redacted === true ? t('thinking.redacted') : words}
        </span>
      </div>
    );
  }
  return (
    <div className="think">
      <button type="button" className="think-head" aria-expanded={open} onClick={toggle}>
        <Icon name={open ? 'chev-d' : 'chev-r'} className="s14" />
        {words}
        {thinking && <Icon name="st-starting" className="s14 st-starting" />}
      </button>
      {open && <p className="say plain quiet">{item.text}</p>}
    </div>
  );
}
