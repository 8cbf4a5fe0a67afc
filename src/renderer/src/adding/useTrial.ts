import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TriedServer } from '../../../shared/adding.ts';
import type { RequestInput } from '../../../shared/ipc.ts';
import { ask, useBridge } from '../api.ts';
import { useAction } from '../ui/useAction.ts';
import type { ActionState } from '../ui/useAction.ts';
import { useFormat } from '../ui/useFormat.ts';

type Trial = Pick<ActionState, 'busy' | 'error' | 'clear'> & {
  readonly run: (entry: RequestInput<'adding.try'>) => Promise<unknown>;
  /** Of the button. */
  readonly label: string;
  /** What the server said of itself, in a sentence. */
  readonly result: string | undefined;
};

/** Connects to what stands in the form, without saving it. */
export function useTrial(): Trial {
  const { t } = useTranslation('adding');
  const bridge = useBridge();
  const format = useFormat();
  const trying = useAction();
  const [tried, setTried] = useState<TriedServer>();
  const { busy, error, clear } = trying;
  const { name = '', version = '' } = tried?.serverInfo ?? {};
  return {
    busy,
    error,
    clear,
    label: t(busy ? 'try.busy' : 'try.button'),
    result:
      tried &&
      t('try.done', {
        count: tried.toolCount,
        server: `${name} ${version}`.trim(),
        took: format.duration(tried.tookMs),
      }),
    run: (entry) => {
      setTried(undefined);
      return trying.run(async () => setTried(await ask(bridge, 'adding.try', entry)));
    },
  };
}
