import { AppFailure } from '../../shared/errors.ts';
import type { RuleVerdict } from '../../shared/permission.ts';
import { parseRule } from '../../shared/permissionRule.ts';
import { whyParam } from '../../shared/whys.ts';
import type { SettingsFile } from '../config/settingsFile.ts';
import { exportDecisions } from './exportDecisions.ts';
import type { Rooms } from './handlers.ts';
import type { Handlers } from './router.ts';

type PermissionHandlers = Pick<Handlers, Extract<keyof Handlers, `permissions.${string}`>>;

/** The requests about what may run. Rules that a person writes here go into settings.json. */
export function permissionHandlers({
  chats,
  chooseSave,
  permissions,
  settings,
  supervisor,
  viewChanged,
}: Pick<Rooms, 'chats' | 'chooseSave' | 'permissions' | 'supervisor' | 'viewChanged'> & {
  readonly settings: SettingsFile;
}): PermissionHandlers {
  return {
    'permissions.answer': ({ conversationId, itemId, answer }) =>
      chats.answer(conversationId, itemId, answer),
    'permissions.rules': () => permissions.list(supervisor.tools()),
    'permissions.forget': ({ server, tool }) => permissions.forget(server, tool),
    'permissions.setMode': async (mode) => {
      permissions.checkModeIsFree();
      if (mode !== 'bypass') {
        const value = mode === 'ask' ? undefined : mode;
        if (settings.settings.permissions.mode !== value) {
          await settings.edit([{ path: ['permissions', 'mode'], value }]);
        }
      }
      permissions.setBypass(mode === 'bypass');
      viewChanged();
    },
    'permissions.edit': async ({ previous, next }) => {
      const parsed = next && parseRule(next.text);
      if (parsed && 'problem' in parsed) {
        throw new AppFailure({
          code: 'permissions/bad-rule',
          message: `${next?.text ?? ''} is not a rule: ${parsed.problem}.`,
          params: { rule: next?.text ?? '', why: whyParam(parsed.problem) },
        });
      }
      if (settings.problems.some(({ field }) => field.startsWith('permissions'))) {
        // What is not understood would be lost with the list that it stands in.
        throw new AppFailure({
          code: 'config/not-written',
          message: `${settings.path} has a mistake and was not changed. Mend it, then try again.`,
          params: { file: settings.path },
          action: 'edit-config',
        });
      }
      const { permissions: now } = settings.settings;
      const lists = new Map<RuleVerdict, string[]>();
      const listOf = (verdict: RuleVerdict): string[] => {
        const list = lists.get(verdict) ?? [...now[verdict]];
        lists.set(verdict, list);
        return list;
      };
      const at = previous ? listOf(previous.verdict).indexOf(previous.text) : -1;
      if (previous && at >= 0) listOf(previous.verdict).splice(at, 1);
      if (next && !listOf(next.verdict).includes(next.text)) listOf(next.verdict).push(next.text);
      await settings.edit(
        [...lists].map(([verdict, value]) => ({ path: ['permissions', verdict], value })),
      );
    },
    'permissions.acceptInstructions': ({ server, text }) =>
      permissions.instructions.accept(server, text),
    'permissions.export': async ({ title }) => {
      const path = await chooseSave(title, 'patchbay-permissions.jsonl');
      if (path === undefined) return null;
      await exportDecisions(permissions, path);
      return path;
    },
    'permissions.decisions': ({ before, limit }) => permissions.decisions(before, limit),
  };
}
