import { z } from 'zod';
import { HookEvent } from '../../shared/hook.ts';
import type { HookEntry } from '../../shared/hook.ts';
import { parseRule } from '../../shared/permissionRule.ts';
import { whys } from '../../shared/whys.ts';

/** How long a hook may take where its entry does not say. */
const usualHookLimitMs = 10_000;

/** A fault, by its place below `hooks`. */
export type HookIssue = {
  readonly path: readonly (string | number)[];
  readonly message: string;
};

const Rule = z.string().superRefine((text, context) => {
  const rule = parseRule(text);
  if ('problem' in rule) context.addIssue(`is not a rule: ${rule.problem}`);
});
const turnEntry = {
  command: z.array(z.string().min(1)).min(1, 'must be a list of a program and its arguments'),
  limitMs: z.number().int().min(1).max(600_000).default(usualHookLimitMs),
};
const TurnEntry = z.strictObject(turnEntry);
const ToolEntry = z.strictObject({ ...turnEntry, tools: z.array(Rule).min(1).optional() });

/**
 * Reads `hooks` of a settings file: an object of lists by event. What is wrong is told and left out,
 * so that one bad entry never drops a good one.
 */
export function parseHooks(value: unknown): {
  readonly hooks: readonly HookEntry[];
  readonly issues: readonly HookIssue[];
} {
  const issues: HookIssue[] = [];
  if (value === undefined) return { hooks: [], issues };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { hooks: [], issues: [{ path: [], message: whys['hooks-object'] }] };
  }
  const hooks = Object.entries(value).flatMap(([name, list]: [string, unknown]) => {
    const event = HookEvent.safeParse(name);
    if (!event.success) {
      issues.push({ path: [name], message: `is not one of ${HookEvent.options.join(', ')}` });
      return [];
    }
    if (!Array.isArray(list)) {
      issues.push({ path: [name], message: whys['list-of-hooks'] });
      return [];
    }
    const Entry = event.data.endsWith('-tool') ? ToolEntry : TurnEntry;
    return list.flatMap((entry: unknown, index): HookEntry[] => {
      const parsed = Entry.safeParse(entry);
      if (parsed.success) return [{ event: event.data, ...parsed.data }];
      const [issue] = parsed.error.issues;
      const within = (issue?.path ?? []).map((step) =>
        typeof step === 'number' ? step : String(step),
      );
      const message = issue?.message ?? 'is not valid';
      issues.push({ path: [name, index, ...within], message });
      return [];
    });
  });
  return { hooks, issues };
}
