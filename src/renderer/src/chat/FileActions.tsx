import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { useViewer } from '../store/stores.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly name: string;
  /** What the file is called where it is saved. */
  readonly as?: string | undefined;
  /** The title that a text has in the large view; absent for what is not looked at there. */
  readonly viewedAs?: string | undefined;
};

/** Opens a file that is kept, or saves it elsewhere. */
export function FileActions({ name, as, viewedAs: title }: Props) {
  const { t } = useTranslation(['chat', 'viewer']);
  const bridge = useBridge();
  const viewer = useViewer();
  const { busy, error, run } = useAction();
  const save = { name, title: t('file.save-as'), ...(as !== undefined && { as }) };
  return (
    <>
      <span className="file-actions">
        {title !== undefined && (
          <button
            type="button"
            className="btn sm"
            // Never disabled: the focus comes back to it.
            onClick={() =>
              void run(async () => {
                const text = await ask(bridge, 'files.text', name);
                viewer.setState({ kind: 'text', title, text }, true);
              })
            }
          >
            {t('viewer:open')}
          </button>
        )}
        <button
          type="button"
          className="btn sm"
          disabled={busy}
          onClick={() => void run(() => ask(bridge, 'files.open', name))}
        >
          {t('file.open')}
        </button>
        <button
          type="button"
          className="btn sm"
          disabled={busy}
          onClick={() => void run(() => ask(bridge, 'files.save', save))}
        >
          {t('file.save')}
        </button>
      </span>
      {error && <InlineError error={error} />}
    </>
  );
}
