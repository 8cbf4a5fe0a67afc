import './context.css';
import { Popover } from '@base-ui/react/popover';
import { useTranslation } from 'react-i18next';
import { useChats, useConversationHead, useCurrentChat } from '../store/stores.ts';
import { useFormat } from '../ui/useFormat.ts';
import { MeterPopup } from './MeterPopup.tsx';

/** The tokens of the latest request, once there was one; opened, what the next one is made of. */
export function ContextMeter() {
  const { t } = useTranslation('context');
  const format = useFormat();
  const chats = useChats();
  const current = useCurrentChat();
  const head = useConversationHead(current === undefined ? undefined : chats.open(current));
  const usage = head?.usage ?? { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const input = usage.input + usage.cacheRead + usage.cacheWrite;
  const total = input + usage.output;
  const latest = {
    input: format.count(input),
    output: format.count(usage.output),
    cached: format.count(usage.cacheRead),
  };
  return (
    <Popover.Root>
      <Popover.Trigger
        render={<button type="button" title={t(total === 0 ? 'parts' : 'latest', latest)} />}
      >
        {total === 0 ? t('title') : t('tokens', { count: total, tokens: format.tokens(total) })}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="popup-place" side="top" align="end" sideOffset={6}>
          <Popover.Popup className="popup meter">
            <Popover.Title className="meter-title">{t('title')}</Popover.Title>
            <MeterPopup conversationId={current} head={head} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
