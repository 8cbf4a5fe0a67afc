import { useCallback, useState } from 'react';
import { toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';

export type ActionState = {
  readonly busy: boolean;
  /** Why the latest run failed, to be said where the button stands. */
  readonly error: AppError | undefined;
  /** Answers whether it worked. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly clear: () => void;
};

/** One thing a button does: whether it is under way, and how its latest run failed. */
export function useAction(): ActionState {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError>();
  const run = useCallback(async (work: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await work();
      return true;
    } catch (thrown) {
      setError(toAppError(thrown));
      return false;
    } finally {
      setBusy(false);
    }
  }, []);
  const clear = useCallback(() => setError(undefined), []);
  return { busy, error, run, clear };
}
