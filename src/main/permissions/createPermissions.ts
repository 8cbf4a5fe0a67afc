import { tryConversation } from '../../shared/permission.ts';
import type { DecisionRecord } from '../../shared/permission.ts';
import type { Configuration } from '../config/configuration.ts';
import { noPermissions } from '../config/parsePermissions.ts';
import type { PermissionSettings } from '../config/parsePermissions.ts';
import type { ServerDefinition } from '../config/desiredServers.ts';
import type { ConnectionLog } from '../servers/log/connectionLog.ts';
import { createRedactor } from '../servers/log/redact.ts';
import { Audit } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { PermissionRules } from '../store/permissionRules.ts';
import { Pins } from '../store/pins.ts';
import { Permissions } from './permissions.ts';
import type { PermissionsOptions } from './permissions.ts';
import type { RuleSet } from './ruleSet.ts';
import { isTrusted } from './trust.ts';

/** The files with rules, highest first, though their order means nothing to what is decided. */
const fileLayers = ['managed', 'local', 'project', 'user'] as const;

export type PermissionsSurroundings = {
  readonly database: Database;
  readonly log: Pick<ConnectionLog, 'append'>;
  readonly supervisor: { definition(name: string): ServerDefinition };
  readonly configuration: Pick<Configuration, 'settingsOf'>;
  readonly onPrompt?: PermissionsOptions['onPrompt'];
};

/** The owner of permissions over the app's rooms. Every decision gets a line in the log. */
export function createPermissions(from: PermissionsSurroundings): Permissions {
  const { database, log, supervisor, configuration, onPrompt = () => () => {} } = from;
  const sets = new WeakMap<PermissionSettings, RuleSet>();
  const written = (layer: (typeof fileLayers)[number]): PermissionSettings =>
    configuration.settingsOf(layer)?.permissions ?? noPermissions;
  const ruleSetOf = (layer: (typeof fileLayers)[number]): readonly RuleSet[] => {
    const rules = written(layer);
    if (rules === noPermissions) return [];
    const set = sets.get(rules) ?? { layer, ...rules };
    // The same object until the file changes, so that its rules are read once.
    sets.set(rules, set);
    return [set];
  };
  return new Permissions({
    always: new PermissionRules(database),
    pins: new Pins(database),
    audit: new Audit(database),
    ruleSets: () => fileLayers.flatMap(ruleSetOf),
    keptMode: () => written('user').mode ?? 'ask',
    managedMode: () => written('managed').mode,
    isTrusted: (server) => isTrusted(supervisor.definition(server)),
    bundleOf: (server) => {
      const { plugin, version = '?' } = supervisor.definition(server).origin?.winner ?? {};
      return plugin === undefined ? undefined : `${plugin} ${version}`;
    },
    redact: createRedactor({}),
    onPrompt,
    onInstructionsLeftOut: (server) => {
      const text =
        'its instructions have changed: the model is not given them before you accept them';
      log.append({ server, at: Date.now(), kind: 'decision', level: 'warn', text, bytes: 0 });
    },
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
function decisionText({ conversationId, tool, verdict, by, preview }: DecisionRecord): string {
  const what = verdict === 'allow' ? 'allowed' : 'denied';
  const tried = conversationId === tryConversation ? 'tried on the Servers screen, ' : '';
  const start = `${tool}: ${tried}${what} by `;
  const end = `, ${preview}`;
  switch (by.kind) {
    case 'person':
      return `${start}the person, ${by.answer}${end}`;
    case 'channel':
      return `${start}the answer that ${by.server} passed on to ${by.request}${end}`;
    case 'rule':
      return `${start}the rule ${by.rule.verdict} ${by.rule.text} (${by.rule.layer})${end}`;
    case 'mode':
      return `${start}the mode ${by.mode}${end}`;
    case 'annotation':
      return `${start}readOnlyHint of a trusted server${end}`;
    case 'builtin':
      return `${start}Patchbay, whose tool it is${end}`;
    case 'plan':
      return `${start}a plan that is not approved${end}`;
    case 'hook':
      return `${start}the hook ${by.hook} (${by.reason})${end}`;
  }
}
