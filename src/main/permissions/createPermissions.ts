import type { DecisionRecord } from '../../shared/permission.ts';
import type { PermissionSettings } from '../config/parsePermissions.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import type { ConnectionLog } from '../servers/connectionLog.ts';
import { createRedactor } from '../servers/redact.ts';
import { Audit } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { PermissionRules } from '../store/permissionRules.ts';
import { Pins } from '../store/pins.ts';
import { Permissions } from './permissions.ts';
import type { RuleSet } from './ruleSet.ts';
import { isTrusted } from './trust.ts';

export type PermissionsSurroundings = {
  readonly database: Database;
  readonly log: Pick<ConnectionLog, 'append'>;
  readonly supervisor: { definition(name: string): ServerDefinition };
  /** The user's settings file. */
  readonly settings: { readonly settings: { readonly permissions: PermissionSettings } };
  /** The rules of the other layers; the same objects until they change. */
  readonly otherRules?: () => readonly RuleSet[];
};

/** The owner of permissions over the app's rooms. Every decision gets a line in the log. */
export function createPermissions(from: PermissionsSurroundings): Permissions {
  const { database, log, supervisor, settings, otherRules = () => [] } = from;
  let seen: PermissionSettings | undefined;
  let user: RuleSet | undefined;
  const userRules = (): RuleSet => {
    const now = settings.settings.permissions;
    if (!user || seen !== now) user = { layer: 'user', ...now };
    seen = now;
    return user;
  };
  return new Permissions({
    always: new PermissionRules(database),
    pins: new Pins(database),
    audit: new Audit(database),
    ruleSets: () => [...otherRules(), userRules()],
    keptMode: () => settings.settings.permissions.mode ?? 'ask',
    isTrusted: (server) => isTrusted(supervisor.definition(server)),
    redact: createRedactor({}),
    onDecision: (record) => {
      const { verdict, server = 'patchbay', at } = record;
      log.append(
        {
          server,
          at,
          kind: 'decision',
          level: verdict === 'deny' ? 'warn' : 'info',
          text: decisionText(record),
          bytes: 0,
        },
        { request: JSON.stringify(record) },
      );
    },
  });
}

/** In English, as all lines of the log. */
function decisionText({ tool, verdict, by, preview }: DecisionRecord): string {
  const what = verdict === 'allow' ? 'allowed' : 'denied';
  const start = `${tool}: ${what} by `;
  const end = `, ${preview}`;
  switch (by.kind) {
    case 'person':
      return `${start}the person, ${by.answer}${end}`;
    case 'rule':
      return `${start}the rule ${by.rule.verdict} ${by.rule.text} (${by.rule.layer})${end}`;
    case 'mode':
      return `${start}the mode ${by.mode}${end}`;
    case 'annotation':
      return `${start}readOnlyHint of a trusted server${end}`;
    case 'builtin':
      return `${start}Patchbay, whose tool it is${end}`;
  }
}
