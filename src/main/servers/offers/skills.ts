import { z } from 'zod';

const SkillFile = z.object({
  uri: z.string().min(1),
  /** `sha256:` and the hash in hexadecimal. */
  digest: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
});

const SkillEntry = z.object({
  uri: z.string().min(1),
  frontmatter: z.record(z.string(), z.unknown()),
  resources: z.array(SkillFile),
});
/** A skill as a server lists it (SEP-2640); its files must be read only when it is loaded. */
export type SkillEntry = z.infer<typeof SkillEntry>;

/** The well-formed entries of an answer to `skills/list`. */
export function checkSkills(result: Readonly<Record<string, unknown>>): readonly SkillEntry[] {
  const { skills } = result;
  if (!Array.isArray(skills)) return [];
  return skills.flatMap((entry) => {
    const parsed = SkillEntry.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}
