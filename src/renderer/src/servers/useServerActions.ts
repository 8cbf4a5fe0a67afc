import { useState } from 'react';
import { assertNever, toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import type { ServerAction } from './actions.ts';

/** Does what the buttons of a server say; `remove` only asks, see {@link ServerActions.removing}. */
export type ServerActions = {
  readonly act: (name: string, action: ServerAction) => void;
  /** The server whose removal waits to be confirmed. */
  readonly removing: string | undefined;
  readonly remove: (name: string) => void;
  readonly cancelRemove: () => void;
  /** Why the latest action failed, and on which server. */
  readonly failure: { readonly name: string; readonly error: AppError } | undefined;
  readonly clearFailure: () => void;
};

/** Throws again what the Sign-in tab does not tell. */
function unlessShown(thrown: unknown): void {
  if (!toAppError(thrown).code.startsWith('auth/')) throw thrown;
}

export function useServerActions(): ServerActions {
  const bridge = useBridge();
  const go = useGo();
  const [removing, setRemoving] = useState<string>();
  const [failure, setFailure] = useState<ServerActions['failure']>();

  const run = (name: string, work: Promise<unknown>): void => {
    setFailure(undefined);
    work.catch((thrown: unknown) => setFailure({ name, error: toAppError(thrown) }));
  };

  const setDisabled = async (name: string, disabled: boolean): Promise<void> => {
    const { config, origin } = await ask(bridge, 'servers.detail', name);
    const { plugin } = origin?.winner ?? {};
    if (plugin !== undefined) {
      const isOn = !disabled;
      return ask(bridge, 'adding.setPluginServer', { plugin, server: name, isOn });
    }
    if (!config) return;
    await ask(bridge, 'servers.save', { previous: name, name, config: { ...config, disabled } });
  };

  const act = (name: string, action: ServerAction): void => {
    switch (action) {
      case 'start':
      case 'retry':
        return run(name, ask(bridge, 'servers.start', name));
      case 'stop':
        return run(name, ask(bridge, 'servers.stop', name));
      case 'restart':
        return run(name, ask(bridge, 'servers.restart', name));
      case 'sign-in':
        // How it goes is shown there.
        go({ view: 'servers', server: name, tab: 'sign-in' });
        return run(name, ask(bridge, 'auth.signIn', name).catch(unlessShown));
      case 'cancel-sign-in':
        return run(name, ask(bridge, 'auth.cancel', name));
      case 'enable':
      case 'disable':
        return run(name, setDisabled(name, action === 'disable'));
      case 'edit':
        return go({ view: 'servers', server: name, form: 'edit' });
      case 'settings':
        return go({ view: 'settings' });
      case 'log':
        return go({ view: 'logs', server: name });
      case 'remove':
        return setRemoving(name);
      default:
        return assertNever(action);
    }
  };

  return {
    act,
    removing,
    remove: (name) => {
      setRemoving(undefined);
      run(name, ask(bridge, 'servers.remove', name));
    },
    cancelRemove: () => setRemoving(undefined),
    failure,
    clearFailure: () => setFailure(undefined),
  };
}
