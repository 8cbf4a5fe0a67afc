import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Teammate } from '../../../shared/team.ts';
import { ask, useBridge } from '../api.ts';
import { AgentConversation } from '../chat/AgentConversation.tsx';
import { MessageList } from '../chat/MessageList.tsx';
import { useChats, useConversationHead } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { TeammateButton } from './TeammateButton.tsx';

type Props = { readonly teammate: Teammate; readonly onClose: () => void };

/** What a teammate has said and done, and a way to write to it. */
export function TeammatePanel({ teammate, onClose }: Props) {
  const { t } = useTranslation('teammates');
  const chats = useChats();
  const { id, name, role } = teammate;
  const store = chats.open(id);
  const head = useConversationHead(store);
  const action = useAction();
  const bridge = useBridge();
  const goOn = useCallback(() => ask(bridge, 'team.resume', id), [bridge, id]);
  return (
    <section className="teammate-panel" aria-label={t('panel', { name })}>
      <header className="detail-head">
        <Icon name="team" />
        <h2 className="cut-line">{name}</h2>
        <span className="quiet cut-line grow" title={role}>
          {role}
        </span>
        <TeammateButton teammate={teammate} action={action} />
        <button type="button" className="icon sm" aria-label={t('close')} onClick={onClose}>
          <Icon name="x" />
        </button>
      </header>
      <InlineError error={action.error} onDismiss={action.clear} />
      {head?.status === 'failed' && (
        <InlineError error={head.error} retry={() => chats.reload(id)} />
      )}
      <AgentConversation id={id} goOn={goOn}>
        <MessageList key={id} store={store} />
      </AgentConversation>
      <WriteTo id={id} name={name} />
    </section>
  );
}

function WriteTo({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('teammates');
  const bridge = useBridge();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { busy, error, run, clear } = useAction();
  const send = async (): Promise<void> => {
    if (await run(() => ask(bridge, 'team.write', { id, text }))) setText('');
    field.current?.focus();
  };
  return (
    <div className="teammate-write">
      <InlineError error={error} onDismiss={clear} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void send();
        }}
      >
        <label className="field grow">
          <span className="sr">{t('write', { name })}</span>
          <input
            ref={field}
            placeholder={t('write', { name })}
            maxLength={100_000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="submit" className="btn" disabled={busy || text.trim() === ''}>
          {t('send')}
        </button>
      </form>
    </div>
  );
}
