import { useEffect, useState } from 'react';
import type { AppError } from '../../../shared/errors.ts';
import { useAction } from '../ui/useAction.ts';

export type Saving = {
  readonly busy: boolean;
  /** True for a moment after it worked. */
  readonly saved: boolean;
  readonly error: AppError | undefined;
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
};

/** One field's way to main, with what to say beside it. */
export function useSaving(): Saving {
  const { busy, error, run } = useAction();
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), 2500);
    return () => clearTimeout(timer);
  }, [saved]);
  return {
    busy,
    saved,
    error,
    run: async (work) => {
      setSaved(false);
      const worked = await run(work);
      setSaved(worked);
      return worked;
    },
  };
}
