import type { ClipboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { mostAttachments } from '../../../shared/attachLimits.ts';
import { fail, toAppError } from '../../../shared/errors.ts';
import type { Result } from '../../../shared/errors.ts';
import type { FileAttachment } from '../../../shared/resource.ts';
import { ask, useBridge } from '../api.ts';
import { useCommand } from '../keys/useCommand.ts';
import { useAction } from '../ui/useAction.ts';
import type { ActionState } from '../ui/useAction.ts';
import { pastedFiles, pastedText } from './draftAttachments.ts';
import type { DraftAttachment } from './draftAttachments.ts';

/** The ways in which files come to a message that is being written. */
export function useAttaching(
  attach: (more: readonly DraftAttachment[]) => void,
  onDone: () => void,
): {
  readonly choose: () => void;
  readonly take: (files: readonly File[]) => void;
  readonly onPaste: (event: ClipboardEvent) => void;
  readonly reading: ActionState;
} {
  const { t } = useTranslation('attach');
  const bridge = useBridge();
  const reading = useAction();
  const run = (read: () => Promise<readonly DraftAttachment[]>) =>
    void reading.run(async () => attach(await read())).then(onDone);
  const choose = () => run(() => ask(bridge, 'attach.choose', { title: t('choose') }));
  useCommand('chat.attach', choose, !reading.busy);

  const take = (files: readonly File[]) =>
    run(() =>
      // One too many says that they are.
      Promise.all(
        files.slice(0, mostAttachments + 1).map(async (file): Promise<DraftAttachment> => {
          const { name } = file;
          // What is not read by main is read by the browser, which throws.
          const result = await bridge
            .attach(file)
            .catch((thrown: unknown): Result<FileAttachment> => {
              const why = toAppError(thrown).message;
              const message = `${name} could not be read: ${why}`;
              return fail({ code: 'chat/file-unreadable', message, params: { name, why } });
            });
          return result.ok ? result.value : { kind: 'unread', name, error: result.error };
        }),
      ),
    );
  const onPaste = (event: ClipboardEvent) => {
    const text = pastedText(event.clipboardData);
    const files =
      text === undefined ? pastedFiles(event.clipboardData) : [new File([text], t('pasted'))];
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
  return { choose, take, onPaste, reading };
}
