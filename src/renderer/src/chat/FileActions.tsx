import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

type Props = {
  readonly name: string;
  /** What the file is called where it is saved. */
  readonly as?: string | undefined;
};

/** Opens a file that is kept, or saves it elsewhere. */
export function FileActions({ name, as }: Props) {
  const { t } = useTranslation('chat');
  const bridge = useBridge();
  const { busy, error, run } = useAction();
  const save = { name, title: t('file.save-as'), ...(as !== undefined && { as }) };
  return (
    <>
      <span className="file-actions">
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
