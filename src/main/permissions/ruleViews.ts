import type { PermissionRule, RuleView } from '../../shared/permission.ts';
import { alwaysRule, isIgnored } from './ruleSet.ts';
import type { RuleSet } from './ruleSet.ts';

/** All rules as the Settings show them; `sleeps` tells of a tool that has changed since. */
export function ruleViews(
  sets: readonly RuleSet[],
  always: readonly PermissionRule[],
  sleeps: (server: string, tool: string) => boolean,
): readonly RuleView[] {
  const written = sets.flatMap((set) =>
    (['deny', 'ask', 'allow'] as const).flatMap((verdict) =>
      set[verdict].map((text): RuleView => {
        const ref = { verdict, text, layer: set.layer };
        return { ...ref, ignored: isIgnored(ref) };
      }),
    ),
  );
  const answered = always.map(({ server, tool, since }): RuleView => {
    const { ref } = alwaysRule(server, tool);
    return { ...ref, server, tool, since, sleeps: sleeps(server, tool) };
  });
  return [...written, ...answered];
}
