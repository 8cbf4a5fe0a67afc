import { useCallback, useEffect, useState } from 'react';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { RequestInput } from '../../../shared/ipc.ts';
import type { RuleView } from '../../../shared/permission.ts';
import type { SettingsView } from '../../../shared/settings.ts';
import { ask, useBridge } from '../api.ts';

export type RuleEdit = RequestInput<'permissions.edit'>;

/** The rules of all layers, read anew when the settings change. */
export function useRules(settings: SettingsView): {
  readonly rules: readonly RuleView[] | undefined;
  readonly error: AppError | undefined;
  /** Answers whether it worked. */
  readonly edit: (edit: RuleEdit) => Promise<boolean>;
  readonly forget: (server: string, tool: string) => void;
} {
  const bridge = useBridge();
  const [rules, setRules] = useState<readonly RuleView[]>();
  const [error, setError] = useState<AppError>();
  const load = useCallback(
    () =>
      ask(bridge, 'permissions.rules', undefined).then(
        (list) => setRules(list),
        (thrown: unknown) => setError(toAppError(thrown)),
      ),
    [bridge],
  );
  useEffect(() => {
    void load();
  }, [load, settings]);
  const after = async (work: Promise<void>): Promise<boolean> => {
    setError(undefined);
    try {
      await work;
      await load();
      return true;
    } catch (thrown) {
      setError(toAppError(thrown));
      return false;
    }
  };
  return {
    rules,
    error,
    edit: (edit) => after(ask(bridge, 'permissions.edit', edit)),
    forget: (server, tool) => void after(ask(bridge, 'permissions.forget', { server, tool })),
  };
}
