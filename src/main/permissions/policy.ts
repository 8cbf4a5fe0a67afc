import type { AskReason, PermissionPrompt } from '../../shared/permission.ts';
import type { ServerSource, ToolAnnotations } from '../../shared/server.ts';
import { effectiveAnnotations } from '../tools/annotations.ts';
import type { EffectiveAnnotations } from '../tools/annotations.ts';

/** What is known about a call before it runs. */
export type PolicyQuestion =
  | {
      readonly kind: 'builtin';
      readonly permission: 'allow' | 'ask';
      readonly annotations: ToolAnnotations;
    }
  | {
      readonly kind: 'server';
      readonly source: ServerSource;
      readonly annotations: ToolAnnotations;
      /** The user said "always" for this tool. */
      readonly hasRule: boolean;
    };

export type PolicyVerdict =
  | { readonly kind: 'allow'; readonly because: 'builtin' | 'rule' | 'bundled-read-only' }
  | { readonly kind: 'ask'; readonly prompt: PermissionPrompt };

/**
 * Whether a call runs without asking. Annotations relax nothing unless the server came with the
 * app: anyone else's may lie.
 */
export function decide(question: PolicyQuestion): PolicyVerdict {
  if (question.kind === 'builtin' && question.permission === 'allow') {
    return { kind: 'allow', because: 'builtin' };
  }
  const isServer = question.kind === 'server';
  if (isServer && question.hasRule) return { kind: 'allow', because: 'rule' };
  const effective = effectiveAnnotations(question.annotations);
  if (effective.readOnly && isServer && question.source === 'bundled') {
    return { kind: 'allow', because: 'bundled-read-only' };
  }
  return { kind: 'ask', prompt: { reason: askReason(effective), tags: tags(effective) } };
}

function askReason({ readOnly, destructive }: EffectiveAnnotations): AskReason {
  if (readOnly) return 'untrusted-read-only';
  return destructive ? 'destructive' : 'not-read-only';
}

function tags(effective: EffectiveAnnotations): PermissionPrompt['tags'] {
  const all: PermissionPrompt['tags'] = [];
  if (effective.readOnly) all.push('read-only');
  if (effective.destructive) all.push('destructive');
  if (effective.openWorld) all.push('open-world');
  return all;
}
