import { expect, it } from 'vitest';
import { openDatabase } from '../../src/main/store/database.ts';
import { PermissionRules } from '../../src/main/store/permissionRules.ts';

it('keeps what the user always allows until it is forgotten', () => {
  const rules = new PermissionRules(openDatabase(':memory:'));
  expect(rules.has('deploy', 'trigger')).toBe(false);
  rules.add({ server: 'deploy', tool: 'trigger', since: 5 });
  rules.add({ server: 'deploy', tool: 'trigger', since: 9 });
  rules.add({ server: 'a', tool: 'x', since: 1 });
  expect(rules.has('deploy', 'trigger')).toBe(true);
  expect(rules.has('deploy', 'status')).toBe(false);
  expect(rules.list()).toEqual([
    { server: 'a', tool: 'x', since: 1 },
    { server: 'deploy', tool: 'trigger', since: 5 },
  ]);
  rules.forget('deploy', 'trigger');
  expect(rules.has('deploy', 'trigger')).toBe(false);
});
