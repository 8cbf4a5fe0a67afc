import { createFakeBridge } from '../../fakeBridge.ts';
import { settings } from '../madeUp.ts';
import { logAnswers, pastLines } from '../madeUpLog.ts';
import { fleet } from '../madeUpServers.ts';

/** Five thousand lines at rest. */
export const bridge = () =>
  createFakeBridge({
    ...logAnswers(pastLines(5_000)),
    'servers.list': () => fleet,
    'chat.list': () => [],
    'settings.get': () => settings(),
    'settings.update': () => undefined,
  });
