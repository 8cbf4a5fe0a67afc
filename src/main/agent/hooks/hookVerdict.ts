import { z } from 'zod';
import type { HookEvent } from '../../../shared/hook.ts';
import { parseJson } from '../../../shared/parseJson.ts';
import type { HelperEnd } from '../../auth/headers/runHelper.ts';

/** What the end of a hook means. */
export type HookVerdict =
  /** `said`: its output, for the model where the event takes any. */
  | { readonly kind: 'goes-on'; readonly said: string }
  | { readonly kind: 'blocks'; readonly reason: string }
  | { readonly kind: 'asks'; readonly reason: string }
  /** It did not do what a hook does; everything goes on. */
  | { readonly kind: 'failed'; readonly why: string };

/** The status by which a hook says no; its stderr is the reason. */
const blockStatus = 2;
const longestReason = 2_000;
const longestSaid = 10_000;

const Answer = z.object({ decision: z.enum(['deny', 'ask']), reason: z.string().default('') });

/** Before a tool a hook may also answer by one JSON object on stdout: deny or ask, never allow. */
export function hookVerdict(event: HookEvent, end: HelperEnd): HookVerdict {
  if (end.kind === 'failed') {
    const said = clean(end.said, longestReason);
    if (end.status === blockStatus) return { kind: 'blocks', reason: said || 'no reason given' };
    return { kind: 'failed', why: said === '' ? end.why : `${end.why}: ${said}` };
  }
  const said = clean(end.output, longestSaid);
  if (event !== 'before-tool' || !said.startsWith('{')) return { kind: 'goes-on', said };
  const answer = Answer.safeParse(parseJson(end.output));
  if (!answer.success) {
    return { kind: 'failed', why: 'it printed JSON without a decision of "deny" or "ask"' };
  }
  const reason = clean(answer.data.reason, longestReason) || 'no reason given';
  return { kind: answer.data.decision === 'deny' ? 'blocks' : 'asks', reason };
}

/** Without what a terminal or a reader could be misled by. */
function clean(text: string, longest: number): string {
  const plain = text
    .replace(/\r\n/g, '\n')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ''));
  return plain
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '');
}
