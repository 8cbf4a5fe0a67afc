import { Permissions } from '../../src/main/permissions/permissions.ts';
import type { PermissionsOptions } from '../../src/main/permissions/permissions.ts';
import { createRedactor } from '../../src/main/servers/log/redact.ts';
import { Audit } from '../../src/main/store/audit.ts';
import { openDatabase } from '../../src/main/store/database.ts';
import type { Database } from '../../src/main/store/database.ts';
import { PermissionRules } from '../../src/main/store/permissionRules.ts';
import { Pins } from '../../src/main/store/pins.ts';

/** The real owner of permissions over a database, without written rules and trust in no server. */
export function permissionsOver(
  db: Database = openDatabase(':memory:'),
  more: Partial<PermissionsOptions> = {},
): Permissions {
  return new Permissions({
    always: new PermissionRules(db),
    pins: new Pins(db),
    audit: new Audit(db),
    ruleSets: () => [],
    keptMode: () => 'ask',
    isTrusted: () => false,
    redact: createRedactor({}),
    onDecision: () => {},
    ...more,
  });
}
