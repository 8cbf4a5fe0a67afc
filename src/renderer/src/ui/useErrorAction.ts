import { useTranslation } from 'react-i18next';
import { assertNever } from '../../../shared/errors.ts';
import type { AppError } from '../../../shared/errors.ts';
import { ask, useBridge } from '../api.ts';
import { useGo } from '../store/stores.ts';

export type ErrorFix = { readonly label: string; readonly run: () => Promise<void> };

export type ErrorContext = {
  /** The server it is about; by default the error's own `server` parameter. */
  readonly server?: string | undefined;
  /** What to do again; without it, `retry` has no button. */
  readonly retry?: (() => Promise<void> | void) | undefined;
};

/** What the button beside an error says and does; undefined when there is nothing it could do. */
export function useErrorAction(): (
  error: AppError,
  context?: ErrorContext,
) => ErrorFix | undefined {
  const { t } = useTranslation('common');
  const bridge = useBridge();
  const go = useGo();
  return (error, context = {}) => {
    const { action, params } = error;
    if (!action) return undefined;
    const named = context.server ?? params?.['server'];
    const server = typeof named === 'string' ? named : undefined;
    const label = t(`action.${action}`);
    const fix = (run: () => Promise<void> | void): ErrorFix => ({ label, run: async () => run() });
    switch (action) {
      case 'edit-config':
        return fix(() => ask(bridge, 'settings.openFile', undefined));
      case 'edit-server':
        return server === undefined
          ? undefined
          : fix(() => go({ view: 'servers', server, form: 'edit' }));
      case 'start-server':
        return server === undefined ? undefined : fix(() => ask(bridge, 'servers.start', server));
      case 'restart-server':
        return server === undefined ? undefined : fix(() => ask(bridge, 'servers.restart', server));
      case 'sign-in':
        return server === undefined ? undefined : fix(() => ask(bridge, 'auth.signIn', server));
      case 'open-settings':
        return fix(() => go({ view: 'settings' }));
      case 'add-key':
        return fix(() => go({ view: 'settings', section: 'model' }));
      case 'retry':
        return context.retry && fix(context.retry);
      default:
        return assertNever(action);
    }
  };
}
