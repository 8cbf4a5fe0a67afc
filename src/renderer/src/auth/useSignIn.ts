import { useEffect, useId, useState } from 'react';
import type { SignInView } from '../../../shared/auth.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useAction } from '../ui/useAction.ts';
import type { ActionState } from '../ui/useAction.ts';

/** How the sign-in to one server stands, and everything that can be done about it. */
export type SignIn = {
  readonly server: string;
  /** Undefined until main has answered. */
  readonly view: SignInView | undefined;
  /** Why the latest thing asked for failed, unless the flow itself says it. */
  readonly error: AppError | undefined;
  readonly clear: () => void;
  /** Begins; while one is under way it shows the browser's page again. */
  readonly start: () => void;
  readonly cancel: () => void;
  readonly signOut: () => void;
  /** Something other than the sign-in itself is under way, such as signing out. */
  readonly busy: boolean;
  /** Of the form that asks for a client, so that its button may stand among the others. */
  readonly formId: string;
};

/** Where `hasNone`, nothing is asked: a program has no sign-in. */
export function useSignIn(server: string, hasNone = false): SignIn {
  const bridge = useBridge();
  const { view, error } = useView(server, hasNone);
  const starting = useAction();
  const other = useAction();
  const isTold = view?.flow.kind === 'failed' || view?.flow.kind === 'needs-client';
  const failed = [other, starting].find(
    (action) => action.error && !(isTold && action === starting),
  );
  const run = (action: ActionState, work: () => Promise<void>) => () => void action.run(work);
  return {
    server,
    view,
    error: failed?.error ?? error,
    clear: () => failed?.clear(),
    start: run(starting, () => ask(bridge, 'auth.signIn', server)),
    cancel: run(other, () => ask(bridge, 'auth.cancel', server)),
    signOut: run(other, () => ask(bridge, 'auth.signOut', server)),
    busy: other.busy,
    formId: useId(),
  };
}

/** Main's view of it: asked for once, then as it changes. */
function useView(server: string, hasNone: boolean): { view?: SignInView; error?: AppError } {
  const bridge = useBridge();
  const [answer, setAnswer] = useState<{ view?: SignInView; error?: AppError }>({});
  useEffect(() => {
    if (hasNone) return;
    let current = true;
    let isTold = false;
    const stop = bridge.on('auth.changed', (view) => {
      if (view.server !== server) return;
      isTold = true;
      setAnswer({ view });
    });
    void bridge.request('auth.view', server).then((result) => {
      if (current && !isTold)
        setAnswer(result.ok ? { view: result.value } : { error: result.error });
    });
    return () => {
      current = false;
      stop();
    };
  }, [bridge, server, hasNone]);
  return answer.view && answer.view.server !== server ? {} : answer;
}
