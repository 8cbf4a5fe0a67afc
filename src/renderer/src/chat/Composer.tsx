import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../../shared/chat.ts';
import { useChats } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useModelName } from '../ui/useModelName.ts';
import { useShortcut } from '../ui/useShortcut.ts';

type Props = {
  /** The conversation whose draft this is; the empty string for a new one. */
  readonly draftOf: string;
  readonly activity: Activity;
  readonly send: (text: string) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Where messages are written. A message can be written, but not sent, while an answer comes. */
export function Composer({ draftOf, activity, send, stop }: Props) {
  const { t } = useTranslation('chat');
  const { drafts } = useChats();
  const model = useModelName();
  const [text, setText] = useState(drafts.get(draftOf) ?? '');
  const sending = useAction();
  const stopping = useAction();
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const running = activity !== 'idle';
  const canSend = !running && !sending.busy && text.trim() !== '';

  const write = (next: string) => {
    setText(next);
    drafts.set(draftOf, next);
  };
  const submit = () => {
    if (!canSend) return;
    const sent = text;
    void sending
      .run(async () => {
        await send(sent);
        drafts.delete(draftOf);
        setText('');
      })
      .then(() => area.current?.focus());
  };
  const halt = () => void stopping.run(stop);
  useShortcut('Escape', halt, running && !stopping.busy);

  const onKeyDown = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    submit();
  };

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = '0';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  useEffect(() => area.current?.focus(), []);

  return (
    <div className="composer-place">
      <InlineError error={sending.error} onDismiss={sending.clear} retry={submit} />
      <InlineError error={stopping.error} onDismiss={stopping.clear} />
      <form
        className="composer"
        aria-label={t('composer.label')}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label>
          <span className="sr">{t('composer.message')}</span>
          <textarea
            ref={area}
            rows={1}
            value={text}
            placeholder={t(running ? 'composer.running' : 'composer.idle')}
            aria-describedby={hintId}
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </label>
        <div className="composer-row">
          <span id={hintId} className="quiet grow cut-line composer-hint">
            {running && text !== '' ? t('composer.wait') : t('composer.keys')}
          </span>
          {model !== undefined && (
            <span className="mid cut-line composer-model" title={t('composer.model', { model })}>
              {model}
            </span>
          )}
          {running ? (
            <button
              type="button"
              className="btn"
              aria-keyshortcuts="Escape"
              disabled={stopping.busy}
              onClick={halt}
            >
              <Icon name="stop" className="s14" />
              {t('stop')}
              <kbd>Esc</kbd>
            </button>
          ) : (
            <button
              type="submit"
              className={`btn send ${canSend ? 'primary' : ''}`}
              aria-label={t('composer.send')}
              disabled={!canSend}
            >
              <Icon name="send" />
            </button>
          )}
        </div>
      </form>
    </div>
  );
}
