import { describe, expect, it } from 'vitest';
import {
  expandVariables,
  hasReferences,
  referencesOf,
  variableMissing,
} from '../../src/main/config/expandVariables.ts';
import type { Reference } from '../../src/main/config/expandVariables.ts';
import { ServerConfig } from '../../src/shared/server.ts';

const environment: Readonly<Record<string, string>> = {
  HOME: '/home/me',
  EMPTY: '',
  TRICK: '${HOME}',
  DOLLAR: "$& $1 $'",
};
const lookUp = ({ from, name }: Reference) =>
  from === 'secret' ? (name === 'my.token-1' ? 's3cret' : undefined) : environment[name];
const expandText = (text: string) => {
  const filled = expandVariables(ServerConfig.parse({ command: text }), lookUp);
  return 'field' in filled ? filled : 'command' in filled.config ? filled.config.command : '';
};

describe('expandVariables', () => {
  it.each([
    ['no reference', 'plain $HOME $(x) ${', 'plain $HOME $(x) ${'],
    ['a variable', 'a ${HOME}/b', 'a /home/me/b'],
    ['the form of VS Code', '${env:HOME}', '/home/me'],
    ['a default that is not needed', '${HOME:-x}', '/home/me'],
    ['a default', '${NOT:-x y}', 'x y'],
    ['an empty default', '[${NOT:-}]', '[]'],
    ['a default for what is empty, as in a shell', '${EMPTY:-x}', 'x'],
    ['an empty variable', '[${EMPTY}]', '[]'],
    ['a default with a reference', '${NOT:-${HOME}/x}', '/home/me/x'],
    ['a default that is an address', '${NOT:-https://x.example/}', 'https://x.example/'],
    ['a secret', 'Bearer ${secret:my.token-1}', 'Bearer s3cret'],
    ['what comes out of a variable, as it is', '${TRICK}', '${HOME}'],
    ['what looks like a replacement pattern, as it is', '${DOLLAR}', "$& $1 $'"],
    [
      'what a shell would do with more than a name',
      '${HOME%/} ${#A} ${A[0]}',
      '${HOME%/} ${#A} ${A[0]}',
    ],
  ])('takes %s', (_what, text, expected) => {
    expect(expandText(text)).toBe(expected);
  });

  it.each([
    ['a variable', '${NOT}', 'NOT'],
    ['a secret', '${secret:not}', 'secret:not'],
    ['an input of VS Code', '${input:token}', 'input:token'],
    ['a reference in a default', '${A:-${B}}', 'B'],
    ['the first of several', '${A} ${B}', 'A'],
  ])('tells of %s that is missing', (_what, text, name) => {
    expect(expandText(text)).toEqual({ field: 'command', name });
  });

  it.each([
    [{ command: 'x', args: ['a', '${NOT}'] }, 'args.1'],
    [{ command: 'x', env: { A: '${NOT}' } }, 'env.A'],
    [{ url: 'https://${NOT}/mcp' }, 'url'],
    [{ type: 'ws', url: 'wss://x.example', headers: { 'X-A': '${NOT}' } }, 'headers.X-A'],
  ])('says in which field of %j it is missing', (config, field) => {
    expect(expandVariables(ServerConfig.parse(config), lookUp)).toEqual({ field, name: 'NOT' });
  });

  it('leaves every other field alone, and the entry that it was given', () => {
    const config = ServerConfig.parse({ command: 'x', cwd: '${HOME}', env: { '${HOME}': '1' } });
    const filled = expandVariables(config, lookUp);
    expect(filled).toEqual({ config, values: new Map() });
  });

  it('tells what it filled in, by what was written', () => {
    const config = ServerConfig.parse({
      url: 'https://x.example',
      headers: { A: '${secret:my.token-1}' },
    });
    const filled = expandVariables(config, lookUp);
    expect('values' in filled && [...filled.values]).toEqual([
      ['${secret:my.token-1}', { value: 's3cret', of: { from: 'secret', name: 'my.token-1' } }],
    ]);
    expect(JSON.stringify(config)).toContain('${secret:my.token-1}');
  });

  it('finds the references, those in defaults too, each once', () => {
    const config = ServerConfig.parse({ command: '${A:-${B}}', args: ['${A}', '${secret:c}'] });
    expect(referencesOf(config).map(({ from, name }) => `${from} ${name}`)).toEqual([
      'environment A',
      'environment B',
      'secret c',
    ]);
    expect(hasReferences(config)).toBe(true);
    expect(hasReferences(ServerConfig.parse({ command: '$A' }))).toBe(false);
  });

  it('names the variable, the field and the file', () => {
    const error = variableMissing('web', { field: 'headers.A', name: 'KEY' }, '/p/.mcp.json');
    expect(error).toMatchObject({
      code: 'config/variable-missing',
      params: { server: 'web', field: 'headers.A', name: 'KEY', file: '/p/.mcp.json' },
    });
    for (const word of ['web', 'headers.A', 'KEY', '/p/.mcp.json']) {
      expect(error.message).toContain(word);
    }
  });
});
