import type {
  AskReason,
  DecidedBy,
  PermissionMode,
  PermissionPrompt,
  RuleRef,
} from '../../shared/permission.ts';
import type { HookSays } from '../../shared/hook.ts';
import type { ToolAnnotations } from '../../shared/server.ts';
import { effectiveAnnotations } from '../tools/annotations.ts';
import type { EffectiveAnnotations } from '../tools/annotations.ts';
import type { RuleTool } from './matchRule.ts';
import type { Rule } from './ruleSet.ts';

/** What is known about a call before it runs. */
export type PolicyQuestion = {
  readonly tool: RuleTool;
  readonly annotations: ToolAnnotations;
  /** Built-in tools say themselves whether they ask; a server's always does by itself. */
  readonly permission: 'allow' | 'ask';
  /** The person trusts the server, or it came with the app. */
  readonly trusted: boolean;
  /** Of all layers. */
  readonly rules: readonly Rule[];
  /** Of one that does not deny. */
  readonly hook?: HookSays | undefined;
  readonly mode: PermissionMode;
  /** The tool is no longer what it was when it was allowed. */
  readonly changed: boolean;
};

export type PolicyVerdict =
  | { readonly kind: 'allow'; readonly by: DecidedBy }
  | { readonly kind: 'ask'; readonly prompt: PermissionPrompt }
  | { readonly kind: 'deny'; readonly by: DecidedBy };

/**
 * Whether a call runs. Deny beats ask beats allow, whatever the layer; no mode beats a deny rule, a
 * managed ask rule, a hook that asks, or the warning that an allowed tool was changed.
 */
export function decide(question: PolicyQuestion): PolicyVerdict {
  const { tool, mode, trusted, permission, hook } = question;
  const effective = effectiveAnnotations(question.annotations);
  const { deny, ask, unclear, allow } = matching(question);
  const asking = (reason: AskReason, rule?: RuleRef): PolicyVerdict => ({
    kind: 'ask',
    prompt: { reason, tags: tags(effective), ...(rule && { rule }), ...(hook && { hook }) },
  });

  if (deny) return { kind: 'deny', by: { kind: 'rule', rule: deny } };
  const ours = tool.kind === 'builtin' && permission === 'allow';
  if (mode === 'read-only' && !effective.readOnly && !ours) {
    return { kind: 'deny', by: { kind: 'mode', mode } };
  }
  if (unclear) return asking('unclear', unclear);
  if (ask) return asking('rule', ask);
  if (hook) return asking('hook');
  const covers = allow && (allow.isNarrow || !effective.destructive);
  if (covers && question.changed) return asking('changed', allow.ref);
  if (mode === 'bypass') return { kind: 'allow', by: { kind: 'mode', mode } };
  if (covers) return { kind: 'allow', by: { kind: 'rule', rule: allow.ref } };
  if (ours) return { kind: 'allow', by: { kind: 'builtin' } };
  const known = trusted || tool.kind === 'builtin';
  if (known && effective.readOnly) return { kind: 'allow', by: { kind: 'annotation' } };
  if (known && mode === 'trust-edits' && !effective.destructive) {
    return { kind: 'allow', by: { kind: 'mode', mode } };
  }
  return allow ? asking('wide-rule', allow.ref) : asking(askReason(effective));
}

/** The first rule of each kind that has a say; of what allows, one that names the tool goes first. */
function matching({ tool, rules, mode }: PolicyQuestion) {
  let deny: RuleRef | undefined;
  let ask: RuleRef | undefined;
  let unclear: RuleRef | undefined;
  let allow: Rule | undefined;
  for (const rule of rules) {
    const { verdict, layer } = rule.ref;
    const match = rule.match(tool);
    if (match === 'no') continue;
    if (verdict === 'allow') {
      if (match === 'yes' && !allow?.isNarrow) allow = rule;
    } else if (match === 'unclear') {
      if (verdict === 'deny' || holds(layer, mode)) unclear ??= rule.ref;
    } else if (verdict === 'deny') deny ??= rule.ref;
    else if (holds(layer, mode)) ask ??= rule.ref;
  }
  return { deny, ask, unclear, allow };
}

/** Whether an ask rule of a layer is heard: `bypass` goes past all but the managed ones. */
const holds = (layer: RuleRef['layer'], mode: PermissionMode): boolean =>
  mode !== 'bypass' || layer === 'managed';

function askReason({ readOnly, destructive }: EffectiveAnnotations): AskReason {
  if (readOnly) return 'untrusted-read-only';
  return destructive ? 'destructive' : 'not-read-only';
}

function tags(effective: EffectiveAnnotations): PermissionPrompt['tags'] {
  const all: PermissionPrompt['tags'] = [];
  if (effective.readOnly) all.push('read-only');
  if (effective.destructive) all.push('destructive');
  if (effective.openWorld) all.push('open-world');
  if (effective.idempotent) all.push('idempotent');
  return all;
}

/** Whether read_file may read a path without asking. */
export function mayRead(path: string, rules: readonly Rule[], mode: PermissionMode): boolean {
  const subject = { kind: 'path', value: path } as const;
  const tool = { kind: 'builtin', name: 'read_file', subject } as const;
  const known = { annotations: {}, permission: 'allow', trusted: false, changed: false } as const;
  return decide({ tool, ...known, rules, mode }).kind === 'allow';
}
