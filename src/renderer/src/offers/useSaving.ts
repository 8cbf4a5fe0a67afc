import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import type { ResourceContent } from '../../../shared/resource.ts';
import { ask, useBridge } from '../api.ts';
import { useAction } from '../ui/useAction.ts';

/** Saves what a resource holds, as it was read; `save` is absent for what has no address. */
export function useSaving(content: Partial<ResourceContent>): {
  readonly save: (() => void) | undefined;
  readonly error: AppError | undefined;
} {
  const { t } = useTranslation('offers');
  const bridge = useBridge();
  const { error, run } = useAction();
  const { uri, mediaType, text, data = '' } = content;
  if (uri === undefined) return { save: undefined, error };
  const save = () =>
    ask(bridge, 'files.saveResource', {
      uri,
      mediaType,
      content: text === undefined ? { data } : { text },
      title: t('saveTitle'),
    });
  return { save: () => void run(save), error };
}
