import { useState } from 'react';
import { assertNever, toAppError } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';
import type { ServerAction } from './actions.ts';

/** Does what the buttons of a server say; `remove` only asks, see {@link ServerActions.removing}. */
export type ServerActions = {
  readonly act: (name: string, action: ServerAction) => void;
  /** Starts, stops, restarts, enables, disables or removes several; what fails is told for each. */
  readonly actAll: (names: readonly string[], action: ServerAction) => void;
  /** The server whose removal waits to be confirmed. */
  readonly removing: string | undefined;
  readonly remove: (name: string) => void;
  readonly cancelRemove: () => void;
  /** Why the latest action failed, on which servers. */
  readonly failures: readonly { readonly name: string; readonly error: AppError }[];
  readonly clearFailures: () => void;
};

/** Throws again what the Sign-in tab does not tell. */
function unlessShown(thrown: unknown): void {
  if (!toAppError(thrown).code.startsWith('auth/')) throw thrown;
}

export function useServerActions(): ServerActions {
  const bridge = useBridge();
  const go = useGo();
  const [removing, setRemoving] = useState<string>();
  const [failures, setFailures] = useState<ServerActions['failures']>([]);

  const note = (name: string, work: Promise<unknown>): Promise<unknown> =>
    work.catch((thrown: unknown) =>
      setFailures((before) => [...before, { name, error: toAppError(thrown) }]),
    );
  const run = (name: string, work: Promise<unknown>): void => {
    setFailures([]);
    void note(name, work);
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

  const actAll = (names: readonly string[], action: ServerAction): void => {
    setFailures([]);
    if (action === 'start' || action === 'stop' || action === 'restart') {
      for (const name of names) void note(name, ask(bridge, `servers.${action}`, name));
      return;
    }
    if (action !== 'enable' && action !== 'disable' && action !== 'remove') return;
    const edit = (name: string) =>
      action === 'remove'
        ? ask(bridge, 'servers.remove', name)
        : setDisabled(name, action === 'disable');
    void (async () => {
      // One after the other: they are edits of the same file.
      for (const name of names) await note(name, edit(name));
    })();
  };

  return {
    act,
    actAll,
    removing,
    remove: (name) => {
      setRemoving(undefined);
      run(name, ask(bridge, 'servers.remove', name));
    },
    cancelRemove: () => setRemoving(undefined),
    failures,
    clearFailures: () => setFailures([]),
  };
}
