import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptySettings, parseSettings } from '../../src/main/config/parseSettings.ts';
import { parseRule } from '../../src/shared/permissionRule.ts';
import { whyParam, whys } from '../../src/shared/whys.ts';

describe('why something was refused', () => {
  it('has its words', () => {
    const file = join(import.meta.dirname, '../../src/renderer/src/i18n/locales/en/errors.json');
    const words = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
    const said = Object.entries(words).filter(([code]) => code.startsWith('why/'));
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(whys).map(([code, text]) => [`why/${code}`, text])),
    );
  });

  it('is kept as it is where others say it', () => {
    expect(whyParam('ENOSPC')).toBe('ENOSPC');
  });

  it.each([
    ['mcp__', 'rule-no-server'],
    ['mcp__docs__se*', 'rule-star'],
    ['Bash', 'rule-neither'],
  ])('of the rule %s has a code', (text, code) => {
    expect(parseRule(text)).toMatchObject({ problem: whys[code as keyof typeof whys] });
    expect(whyParam(whys[code as keyof typeof whys])).toBe(`why/${code}`);
  });

  it.each([
    ['{"model" "x"}', 'colon-expected'],
    ['{"model": "x"', 'brace-expected'],
    ['{"model": "x}', 'end-in-string'],
    ['[]', 'one-object'],
    ['{"model": 5}', 'must-be-text'],
    ['{"mcpServers": []}', 'servers-by-name'],
    ['{"mcpServers": {"a": {"command": "x", "args": "y"}}}', 'must-be-list'],
    ['{"mcpServers": {"a": {"command": "x", "url": "https://a.example"}}}', 'command-and-url'],
    ['{"mcpServers": {"a": {"url": "ftp://a.example"}}}', 'http-address'],
    ['{"mcpServers": {"a": {}}}', 'command-or-url'],
    ['{"mcpServers": {"a\\u0007": {"command": "x"}}}', 'control-characters'],
    ['{"permissions": 1}', 'rules-object'],
    ['{"hooks": 1}', 'hooks-object'],
  ])('of the settings %s has a code', (text, code) => {
    const [problem] = parseSettings(text, 's.json', emptySettings).problems;
    expect(problem?.error.params?.['why']).toBe(`why/${code}`);
  });
});
