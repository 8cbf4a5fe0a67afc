import { z } from 'zod';

/** Why a call is asked about; the renderer has a sentence for each. */
export const AskReason = z.enum(['destructive', 'not-read-only', 'untrusted-read-only']);
export type AskReason = z.infer<typeof AskReason>;

/** An open question to the user. The call and its arguments stand in the tool item of the same id. */
export const PermissionPrompt = z.object({
  reason: AskReason,
  /** What the server's annotations come to, defaults filled in (MCP ToolAnnotations). */
  tags: z.array(z.enum(['read-only', 'destructive', 'open-world'])),
});
export type PermissionPrompt = z.infer<typeof PermissionPrompt>;

export const PermissionAnswer = z.enum(['allow-once', 'allow-always', 'deny']);
export type PermissionAnswer = z.infer<typeof PermissionAnswer>;

/** "Always for this tool", as the user said it. */
export const PermissionRule = z.object({ server: z.string(), tool: z.string(), since: z.number() });
export type PermissionRule = z.infer<typeof PermissionRule>;
