import { createFakeBridge } from '../../fakeBridge.ts';
import { settings } from '../madeUp.ts';
import { logAnswers } from '../madeUpLog.ts';

/** No server and no line of the log. */
export const bridge = () =>
  createFakeBridge({
    ...logAnswers([]),
    'servers.list': () => [],
    'servers.save': () => undefined,
    'chat.list': () => [],
    'permissions.rules': () => [],
    'settings.get': () => settings(),
    'settings.models': () => [],
  });
