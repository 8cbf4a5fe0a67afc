import { AppFailure } from '../../../../src/shared/errors.ts';
import { createFakeBridge } from '../../fakeBridge.ts';
import type { FakeBridge } from '../../fakeBridge.ts';
import { server, settings } from '../madeUp.ts';
import { logAnswers } from '../madeUpLog.ts';
import { detailOf, fleet } from '../madeUpServers.ts';

const file = settings().files.settings;
const summary = server('docs', { kind: 'connected' });
const refused = {
  code: 'config/not-written',
  message: `${file} has a mistake and was not changed. Mend it, then try again.`,
  params: { file },
  action: 'edit-config',
} as const;
const refuse = (): never => {
  throw new AppFailure(refused);
};

/** A settings file that does not parse: the banner says where, and nothing is saved. */
export const bridge = (): FakeBridge => {
  const fake = createFakeBridge({
    ...logAnswers([]),
    'servers.list': () => fleet.slice(0, 6),
    'servers.detail': (name) => detailOf(fleet.find((known) => known.name === name) ?? summary),
    'servers.save': refuse,
    'servers.remove': refuse,
    'settings.update': refuse,
    'settings.setKey': () => undefined,
    'settings.models': () => [{ id: 'claude-sonnet-5', name: 'Claude Sonnet' }],
    'settings.openFile': () => undefined,
    'permissions.rules': () => [],
    'chat.list': () => [],
    'settings.get': () =>
      settings({
        problems: [
          {
            file,
            line: 14,
            column: 3,
            field: '',
            error: {
              code: 'config/syntax',
              message: `${file}:14: close brace expected`,
              params: { file, line: 14, field: '', why: 'close brace expected' },
              action: 'edit-config',
            },
          },
        ],
      }),
  });
  return fake;
};
