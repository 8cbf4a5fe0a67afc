import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { InlineError } from '../ui/InlineError.tsx';
import { useAction } from '../ui/useAction.ts';

/** Opens a file of a result, or saves it elsewhere. */
export function FileActions({ name }: { readonly name: string }) {
  const { t } = useTranslation('chat');
  const bridge = useBridge();
  const { busy, error, run } = useAction();
  const save = { name, title: t('file.save-as') };
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
