import type { RuleLayer, RuleRef, RuleVerdict } from '../../shared/permission.ts';
import { parseRule } from '../../shared/permissionRule.ts';
import type { RuleTarget } from '../../shared/permissionRule.ts';
import { matchRule } from './matchRule.ts';
import type { Match, RuleTool } from './matchRule.ts';

/** The rules of one layer, as they are written. Texts that are no rules are passed over here. */
export type RuleSet = { readonly layer: RuleLayer } & {
  readonly [V in RuleVerdict]: readonly string[];
};

/** A rule that is ready to be held against a call. */
export type Rule = {
  readonly ref: RuleRef;
  /** It names one tool, not a whole server. */
  readonly isNarrow: boolean;
  match(tool: RuleTool): Match;
};

/** Layers that may let something run. Others come with a folder, and a folder never approves itself. */
const loosening: ReadonlySet<RuleLayer> = new Set(['managed', 'user', 'always']);

/** Whether a rule counts for nothing because its layer may only tighten. */
export function isIgnored({ layer, verdict }: Pick<RuleRef, 'layer' | 'verdict'>): boolean {
  return verdict === 'allow' && !loosening.has(layer);
}

/** The rules that count, of all layers; their order means nothing. */
export function compileRules(sets: readonly RuleSet[]): readonly Rule[] {
  const verdicts = ['deny', 'ask', 'allow'] as const;
  return sets.flatMap((set) =>
    verdicts.flatMap((verdict) =>
      set[verdict].flatMap((text): Rule[] => {
        const target = parseRule(text);
        const ref = { verdict, text, layer: set.layer };
        return 'problem' in target || isIgnored(ref) ? [] : [rule(ref, target)];
      }),
    ),
  );
}

/** "Always for this tool" of a chat. */
export function alwaysRule(server: string, name: string): Rule {
  return {
    ref: { verdict: 'allow', text: `${server} · ${name}`, layer: 'always' },
    isNarrow: true,
    match: (tool) => {
      const isIt = tool.kind === 'server' && tool.server === server && tool.name === name;
      return isIt ? 'yes' : 'no';
    },
  };
}

function rule(ref: RuleRef, target: RuleTarget): Rule {
  const isNarrow = target.kind !== 'server';
  const generous = ref.verdict !== 'allow';
  return { ref, isNarrow, match: (tool) => matchRule(target, tool, generous) };
}
