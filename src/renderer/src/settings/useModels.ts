import { useEffect, useState } from 'react';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { ModelChoice, SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';

/** The API's list, asked for again when the key or the address changes. */
export function useModels(settings: SettingsView): {
  list: readonly ModelChoice[];
  error?: AppError;
} {
  const bridge = useBridge();
  const [models, setModels] = useState<{ list: readonly ModelChoice[]; error?: AppError }>({
    list: [],
  });
  const account = JSON.stringify([settings.key, settings.baseUrl.value]);
  useEffect(() => {
    let current = true;
    ask(bridge, 'settings.models', undefined).then(
      (list) => current && setModels({ list }),
      (thrown: unknown) => current && setModels({ list: [], error: toAppError(thrown) }),
    );
    return () => {
      current = false;
    };
  }, [bridge, account]);
  return models;
}
