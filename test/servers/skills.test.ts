import { describe, expect, it } from 'vitest';
import { assumeComplete } from '../../src/main/servers/connection/asSent.ts';
import { checkSkills } from '../../src/main/servers/offers/skills.ts';

describe('skills', () => {
  const skill = {
    uri: 'skill://pdf/SKILL.md',
    frontmatter: { name: 'pdf', description: 'Works with PDF' },
    resources: [{ uri: 'skill://pdf/SKILL.md', digest: 'sha256:00', size: 4 }],
  };

  it('are taken as listed, without what is malformed', () => {
    const nameless = { ...skill, frontmatter: undefined };
    const sizeless = { ...skill, resources: [{ uri: 'skill://a', digest: 'sha256:00' }] };
    expect(checkSkills({ skills: [nameless, skill, null, sizeless] })).toEqual([skill]);
  });

  it('are none where the answer has no list', () => {
    expect(checkSkills({ skills: {} })).toEqual([]);
    expect(checkSkills({})).toEqual([]);
  });
});

describe('answers of the newer era', () => {
  it.each([
    [{}, 'complete'],
    [{ resultType: 'input_required' }, 'input_required'],
    [{ resultType: 'complete' }, 'complete'],
  ])('%j are %s', (result: Record<string, unknown>, expected) => {
    const message = { jsonrpc: '2.0' as const, id: 1, result };
    assumeComplete(message);
    expect(message.result['resultType']).toBe(expected);
  });

  it('that are errors stay as they are', () => {
    const message = { jsonrpc: '2.0' as const, id: 1, error: { code: -32000, message: 'no' } };
    assumeComplete(message);
    expect(message).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } });
  });
});
