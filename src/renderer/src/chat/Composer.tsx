import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../../shared/chat.ts';
import type { Attachment } from '../../../shared/resource.ts';
import { AttachmentChips } from '../resources/AttachmentChips.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useShortcut } from '../ui/useShortcut.ts';
import { PickerForm } from './attach/PickerForm.tsx';
import { PickerList } from './attach/PickerList.tsx';
import { useChoice } from './attach/useChoice.ts';
import { useDraft } from './attach/useDraft.ts';
import { usePicker } from './attach/usePicker.ts';
import { ComposerRow } from './ComposerRow.tsx';

type Props = {
  /** The conversation whose draft this is; the empty string for a new one. */
  readonly draftOf: string;
  readonly activity: Activity;
  readonly send: (text: string, attachments: readonly Attachment[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Where messages are written. A message can be written, but not sent, while an answer comes. */
export function Composer({ draftOf, activity, send, stop }: Props) {
  const { t } = useTranslation('chat');
  const draft = useDraft(draftOf);
  const { text, write, attached } = draft;
  const [caret, setCaret] = useState(text.length);
  const sending = useAction();
  const stopping = useAction();
  const area = useRef<HTMLTextAreaElement>(null);
  const hintId = useId();
  const listId = useId();
  const running = activity !== 'idle';
  const canSend = !running && !sending.busy && text.trim() !== '';

  const writeUpTo = (next: string, at: number) => {
    write(next);
    setCaret(at);
    // React puts the caret of a changed text at its end, after this.
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(at, at);
    });
  };
  const choice = useChoice({ text, write: writeUpTo, attach: draft.attach });
  const { picker, onKeyDown: onPickerKey } = usePicker({ text, caret, onChoose: choice.choose });
  const list = choice.asked === undefined && !choice.action.busy ? picker : undefined;

  const submit = () => {
    if (!canSend) return;
    void sending
      .run(async () => {
        await send(text, attached);
        draft.clear();
        setCaret(0);
      })
      .then(() => area.current?.focus());
  };
  const halt = () => void stopping.run(stop);
  useShortcut('Escape', halt, running && !stopping.busy);

  const onKeyDown = (event: KeyboardEvent) => {
    const composing = event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229;
    if (composing || (list && onPickerKey(event))) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
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
      {choice.asked === undefined && (
        <InlineError error={choice.action.error} onDismiss={choice.action.clear} />
      )}
      {list && (
        <PickerList
          id={listId}
          picker={list}
          onChoose={(option) => choice.choose(option, list.trigger)}
        />
      )}
      {choice.asked && (
        <PickerForm
          key={choice.asked.option.key}
          option={choice.asked.option}
          action={choice.action}
          onSubmit={choice.submit}
          onCancel={() => {
            choice.cancel();
            area.current?.focus();
          }}
        />
      )}
      <form
        className="composer"
        aria-label={t('composer.label')}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <AttachmentChips
          attachments={attached}
          onRemove={(one) => {
            draft.detach(one);
            area.current?.focus();
          }}
        />
        <label>
          <span className="sr">{t('composer.message')}</span>
          <textarea
            ref={area}
            rows={1}
            value={text}
            placeholder={t(running ? 'composer.running' : 'composer.idle')}
            aria-describedby={hintId}
            aria-autocomplete="list"
            aria-controls={list && listId}
            aria-activedescendant={
              list && list.options.length > 0 ? `${listId}-${list.active}` : undefined
            }
            onChange={({ target }) => {
              write(target.value);
              setCaret(target.selectionStart);
            }}
            onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
            onKeyDown={onKeyDown}
          />
        </label>
        <ComposerRow
          hintId={hintId}
          hasText={text !== ''}
          running={running}
          canSend={canSend}
          stopBusy={stopping.busy}
          onStop={halt}
          onAttach={() => {
            const before = text.slice(0, caret);
            const sign = before === '' || /\s$/.test(before) ? '@' : ' @';
            writeUpTo(before + sign + text.slice(caret), caret + sign.length);
          }}
        />
      </form>
    </div>
  );
}
