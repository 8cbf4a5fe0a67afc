import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useChats } from '../store/stores.ts';
import { useBranching } from './useBranching.ts';
import { isComposing } from '../ui/inputMethod.ts';

type Props = { readonly itemId: string; readonly text: string; readonly onEnd: () => void };

/** A message that was sent, while it is changed: it is asked anew, and the old way is kept. */
export function EditMessage({ itemId, text, onEnd }: Props) {
  const { t } = useTranslation(['history', 'chat', 'common']);
  const { edits } = useChats();
  const [draft, setDraft] = useState(edits.get(itemId) ?? text);
  useEffect(() => void edits.set(itemId, draft), [edits, itemId, draft]);
  const [sending, setSending] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const branching = useBranching();
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, [text.length]);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = '0';
    element.style.height = `${element.scrollHeight}px`;
  }, [draft]);
  const canSend = branching?.isIdle === true && !sending && draft.trim() !== '';
  const send = async () => {
    if (!canSend) return;
    setSending(true);
    // When it worked this row is gone.
    if (await branching.edit(itemId, draft)) edits.delete(itemId);
    else setSending(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onEnd();
    else if (event.key === 'Enter' && !event.shiftKey) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      className="grow edit-message"
      aria-label={t('edit.label')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <textarea
        ref={area}
        value={draft}
        rows={1}
        aria-label={t('chat:composer.message')}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="edit-keys">
        <span className="quiet grow cut-line">{t('edit.kept')}</span>
        <button type="button" className="btn sm" onClick={onEnd}>
          {t('edit.cancel')}
        </button>
        <button type="submit" className="btn sm primary" disabled={!canSend}>
          {t('chat:composer.send')}
        </button>
      </div>
    </form>
  );
}
