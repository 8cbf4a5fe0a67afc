import './agents.css';
import { useTranslation } from 'react-i18next';
import type { ToolCall } from '../../../shared/chat.ts';
import { ask, useBridge } from '../api.ts';
import { useConversation } from '../chat/ConversationContext.ts';
import { useErrorText } from '../ui/errorText.ts';
import { Icon } from '../ui/Icon.tsx';
import { useAction } from '../ui/useAction.ts';
import { useNow } from '../ui/useNow.ts';
import { commandOf } from '../workspace/callSubject.ts';

/** What is over sooner needs no other place, in milliseconds. */
const slow = 2_000;

/** Sends a call that takes long to the background, so that the conversation can go on. */
export function BackgroundButton({ id, call }: { id: string; call: ToolCall }) {
  const { t } = useTranslation('agents');
  const bridge = useBridge();
  const { store, isOfAgent = false } = useConversation();
  const { busy, error, run } = useAction();
  const text = useErrorText();
  const mayGoOn = call.server !== undefined || commandOf(call) !== undefined;
  const isOffered =
    mayGoOn && !isOfAgent && call.state === 'running' && call.background === undefined;
  const now = useNow(500, isOffered);
  if (!isOffered || now - call.startedAt < slow) return null;
  const send = () =>
    run(() => ask(bridge, 'chat.background', { conversationId: store.id, itemId: id }));
  return (
    <>
      {error && <span className="action-failed cut-line">{text(error)}</span>}
      <button
        type="button"
        className="btn sm to-background"
        aria-label={t('background.send-label', { tool: call.title })}
        title={t('background.send-title')}
        disabled={busy}
        onClick={() => void send()}
      >
        <Icon name="layers" className="s14" />
        <span className="lbl">{t('background.send')}</span>
      </button>
    </>
  );
}
