import { PermissionMode } from '../../shared/permission.ts';
import type { RuleVerdict } from '../../shared/permission.ts';
import { parseRule } from '../../shared/permissionRule.ts';
import { whys } from '../../shared/whys.ts';

/** `permissions` of a settings file: rules by verdict as they are written, and the mode. */
export type PermissionSettings = { readonly [V in RuleVerdict]: readonly string[] } & {
  /** Never `bypass`: that lasts until the app is closed only. */
  readonly mode?: Exclude<PermissionMode, 'bypass'>;
};

export const noPermissions: PermissionSettings = { allow: [], ask: [], deny: [] };

/** A fault, by its place below `permissions`. */
export type PermissionIssue = {
  readonly path: readonly (string | number)[];
  readonly message: string;
};

/** Reads the field. What is wrong is told and left out, so that one bad rule never drops a good one. */
export function parsePermissions(value: unknown): {
  readonly permissions: PermissionSettings;
  readonly issues: readonly PermissionIssue[];
} {
  const issues: PermissionIssue[] = [];
  if (value === undefined) return { permissions: noPermissions, issues };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.push({ path: [], message: whys['rules-object'] });
    return { permissions: noPermissions, issues };
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const rulesOf = (verdict: RuleVerdict): readonly string[] => {
    const list = fields.get(verdict) ?? [];
    if (!Array.isArray(list)) {
      issues.push({ path: [verdict], message: whys['list-of-rules'] });
      return [];
    }
    return list.flatMap((text: unknown, index) => {
      const why = typeof text === 'string' ? parseRule(text) : { problem: 'it is not a text' };
      if (!('problem' in why)) return [String(text)];
      issues.push({ path: [verdict, index], message: `is not a rule: ${why.problem}` });
      return [];
    });
  };
  const [allow, ask, deny] = [rulesOf('allow'), rulesOf('ask'), rulesOf('deny')];
  const mode = PermissionMode.exclude(['bypass']).safeParse(fields.get('mode'));
  if (!mode.success && fields.get('mode') !== undefined) {
    const message =
      fields.get('mode') === 'bypass'
        ? "can't be bypass here: it is chosen in the Settings each time, until Patchbay is closed"
        : 'must be one of ask, read-only, trust-edits';
    issues.push({ path: ['mode'], message });
  }
  return { permissions: { allow, ask, deny, ...(mode.success && { mode: mode.data }) }, issues };
}
