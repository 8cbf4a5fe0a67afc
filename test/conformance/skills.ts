import { createHash } from 'node:crypto';
import type { Supervisor } from '../../src/main/servers/supervisor.ts';
import type { SkillEntry } from '../../src/main/servers/offers/skills.ts';

/**
 * Lists the skills and, where one is to be loaded, reads its files in the order of its entry. Throws
 * at the first file that is not what the entry says (SEP-2640, integrity and verification).
 */
export async function loadSkills(
  supervisor: Supervisor,
  server: string,
  isLoading: boolean,
): Promise<void> {
  const offers = supervisor.offers(server);
  const skills = await offers.skills();
  if (!isLoading) return;
  for (const skill of skills) {
    for (const file of skill.resources) {
      const [content] = await offers.read(file.uri);
      verify(skill, file, content?.text ?? '');
    }
  }
}

function verify(skill: SkillEntry, file: SkillEntry['resources'][number], text: string): void {
  const digest = `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
  if (Buffer.byteLength(text) !== file.size) throw new Error(`${file.uri} has another size`);
  if (digest !== file.digest) throw new Error(`${file.uri} has another digest`);
  if (file.uri !== skill.uri) return;
  const found = frontmatter(text);
  for (const [key, value] of Object.entries(skill.frontmatter)) {
    if (found.get(key) !== value) throw new Error(`${file.uri} has another ${key}`);
  }
}

/** Flat YAML of one-line values is all that the suite's skills have. */
function frontmatter(text: string): ReadonlyMap<string, string> {
  const lines = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]?.split('\n') ?? [];
  return new Map(
    lines.flatMap((line) => {
      const [, key, value] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
}
