import { describe, expect, it } from 'vitest';
import { readDropped } from '../../src/renderer/src/adding/droppedFile.ts';
import { createFakeBridge } from './fakeBridge.ts';

const file = (name: string, text: string, size = text.length) => ({
  name,
  size,
  text: async () => text,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
});
const bridge = createFakeBridge({
  'adding.offerBundle': ({ name }) => ({ id: name }) as never,
});
const entry = '{"mcpServers":{"a":{"command":"x"}}}';

describe('a dropped file', () => {
  it.each(['a.mcpb', 'a.MCPB', 'old.dxt'])('is a bundle when it is called %s', async (name) => {
    expect(await readDropped([file(name, 'PK')], bridge)).toEqual({
      kind: 'bundle',
      offer: { id: name },
    });
  });

  it('fills the form when it is JSON with servers', async () => {
    expect(await readDropped([file('mcp.json', entry)], bridge)).toEqual({
      kind: 'text',
      text: entry,
    });
  });

  it.each([
    ['another kind', [file('a.txt', entry)], 'adding/other-file'],
    ['JSON without a server', [file('a.json', '{"x":1}')], 'adding/no-server-in-file'],
    ['an empty file', [file('a.json', ' ')], 'adding/no-server-in-file'],
    ['a list', [file('a.json', '[1]')], 'adding/no-server-in-file'],
    ['no JSON', [file('a.json', '\u0001garbage')], 'adding/broken-json'],
    ['JSON that breaks off', [file('a.json', '{\n"mcpServers": {')], 'adding/broken-json'],
    ['a wrong entry', [file('a.json', '{"a":{"command":""}}')], 'adding/bad-entry'],
    ['several', [file('a.json', entry), file('b.json', entry)], 'adding/several-files'],
    ['nothing', [], 'adding/several-files'],
    ['JSON without end', [file('a.json', entry, 2 ** 21)], 'adding/bundle-too-big'],
    ['a bundle without end', [file('a.mcpb', '', 2 ** 29)], 'adding/bundle-too-big'],
  ])('is refused when it is %s', async (_name, files, code) => {
    await expect(readDropped(files, bridge)).rejects.toMatchObject({ error: { code } });
  });
});
