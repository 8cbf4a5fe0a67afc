import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity, ChatItemOf } from '../../../shared/chat.ts';
import type { Attachment } from '../../../shared/resource.ts';
import { useChatCommands } from '../context/useChatCommands.ts';
import { QueuedList } from '../history/QueuedList.tsx';
import { problemsOf, sendable } from '../offers/draftAttachments.ts';
import { AttachmentChips } from '../offers/AttachmentChips.tsx';
import { useAttaching } from '../offers/useAttaching.ts';
import { usePageLimit } from '../offers/usePageLimit.ts';
import { useOfferPicker } from '../offers/useOfferPicker.tsx';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';
import { useCommand } from '../keys/useCommand.ts';
import { ComposerRow } from './ComposerRow.tsx';
import { useDraft } from './useDraft.ts';
import { isComposing } from '../ui/inputMethod.ts';

type Props = {
  /** The conversation whose draft this is; the empty string for a new one. */
  readonly draftOf: string;
  /** Attaches files to what is being written. */
  readonly takeFiles: Ref<(files: readonly File[]) => void>;
  readonly activity: Activity;
  /** Others work for the conversation, whatever it does itself. */
  readonly othersWork: boolean;
  readonly send: (text: string, attachments: readonly Attachment[]) => Promise<void>;
  readonly stop: () => Promise<void>;
  /** The one of the conversation; absent for that of the settings. */
  readonly model: string | undefined;
  readonly modelPicker: ReactNode;
};

/** The most characters whose height is measured. */
const measured = 20_000;

/** Where messages are written. What is sent while an answer comes waits for its next round. */
export function Composer({
  draftOf,
  takeFiles,
  activity,
  othersWork,
  send,
  stop,
  model,
  modelPicker,
}: Props) {
  const { t } = useTranslation('chat');
  const draft = useDraft(draftOf);
  const { text, write, attached } = draft;
  const sending = useAction();
  const stopping = useAction();
  const area = useRef<HTMLTextAreaElement>(null);
  /** Where the caret goes once the text is on the page. */
  const caretAt = useRef<number>(undefined);
  const hintId = useId();
  const running = activity !== 'idle';
  const pageLimit = usePageLimit(attached, draftOf, model);
  const isRefused = problemsOf(attached, pageLimit).some((problem) => problem !== undefined);
  const canSend = !sending.busy && text.trim() !== '' && !isRefused;
  const picker = useOfferPicker({
    text,
    onText: write,
    onAttach: draft.attach,
    commands: useChatCommands(draftOf),
    onCommand: (title) => void sending.run(() => send(`/${title}`, [])),
    onDone: () => void (caretAt.current = Infinity),
  });

  const files = useAttaching(draft.attach, () => area.current?.focus());
  useImperativeHandle(takeFiles, () => files.take);

  const submit = () => {
    if (!canSend) return;
    picker.close();
    void sending
      .run(async () => {
        await send(text, sendable(attached));
        draft.clear();
      })
      .then(() => area.current?.focus());
  };
  const halt = () => void stopping.run(stop);
  useCommand('chat.stop', halt, running && !stopping.busy);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || picker.onKeyDown(event)) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  const takeBack = (item: ChatItemOf<'user'>) => {
    write(text.trim() === '' ? item.text : `${item.text}\n${text}`);
    draft.attach(sendable(item.attachments ?? []));
    caretAt.current = Infinity;
  };
  const beginAttaching = () => {
    const at = area.current?.selectionStart ?? text.length;
    const sign = /(?:^|\s)$/.test(text.slice(0, at)) ? '@' : ' @';
    const next = text.slice(0, at) + sign + text.slice(at);
    write(next);
    picker.look(next, at + sign.length);
    caretAt.current = at + sign.length;
  };

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    // A long text fills the place it may have: to measure it with every letter takes too long.
    if (text.length > measured) return void (element.style.height = '40vh');
    element.style.height = '0';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  useLayoutEffect(() => {
    if (caretAt.current === undefined) return;
    const at = Math.min(caretAt.current, area.current?.value.length ?? 0);
    caretAt.current = undefined;
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  });
  useEffect(() => area.current?.focus(), []);

  return (
    <div className="composer-place">
      <InlineError error={sending.error} onDismiss={sending.clear} retry={submit} />
      <InlineError error={stopping.error} onDismiss={stopping.clear} />
      <InlineError error={files.reading.error} onDismiss={files.reading.clear} />
      {picker.error}
      {draftOf !== '' && <QueuedList conversationId={draftOf} onEdit={takeBack} />}
      <div className="composer-frame">
        {picker.popup}
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
            pageLimit={pageLimit}
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
              {...picker.aria}
              onChange={({ target }) => {
                write(target.value);
                picker.look(target.value, target.selectionStart);
              }}
              onSelect={({ currentTarget }) =>
                picker.look(currentTarget.value, currentTarget.selectionStart)
              }
              onBlur={picker.close}
              onPaste={files.onPaste}
              onKeyDown={onKeyDown}
            />
          </label>
          <ComposerRow
            hintId={hintId}
            hasText={text.trim() !== ''}
            hasAttached={attached.length > 0}
            isReading={files.reading.busy}
            isRefused={isRefused}
            running={running}
            othersWork={othersWork}
            canSend={canSend}
            stopBusy={stopping.busy}
            onStop={halt}
            onFiles={files.choose}
            onResource={beginAttaching}
            modelPicker={modelPicker}
          />
        </form>
      </div>
    </div>
  );
}
