import { createFakeBridge } from '../../fakeBridge.ts';
import { bundled, settings } from '../madeUp.ts';

/** The first run: no key, no conversation, the bundled servers at rest. */
export const bridge = () =>
  createFakeBridge({
    'servers.list': () => bundled,
    'chat.list': () => [],
    'settings.get': () => settings({ demo: true, key: { kind: 'none' } }),
    'settings.update': () => undefined,
  });
