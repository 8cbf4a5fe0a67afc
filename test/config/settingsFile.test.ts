import { mkdtemp, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SettingsFile } from '../../src/main/config/settingsFile.ts';

let folder: string;
let file: SettingsFile;
let changes: number;
let onNextChange: () => void;

const path = () => join(folder, 'settings.json');
const nextChange = () => new Promise<void>((resolve) => (onNextChange = resolve));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-settings-'));
  changes = 0;
  onNextChange = () => undefined;
  file = new SettingsFile(path(), () => {
    changes += 1;
    onNextChange();
  });
});
afterEach(async () => {
  file.close();
  await rm(folder, { recursive: true });
});

describe('SettingsFile', () => {
  it('takes a missing file for an empty one and does not make it', async () => {
    await file.open();
    expect(file.settings.mcpServers.size).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  it('reads the file again when an editor saves it', async () => {
    await file.open();
    const changed = nextChange();
    await writeFile(path(), '{"mcpServers": {"a": {"command": "x"}}}');
    await changed;
    expect([...file.settings.mcpServers.keys()]).toEqual(['a']);
  });

  it('has what was read last, however long it takes to read what was there before', async () => {
    await writeFile(path(), `{"model": "old"} //${' '.repeat(4_000_000)}`);
    const first = file.reload();
    await stat(path());
    await writeFile(`${path()}.new`, '{"model": "new"}');
    await rename(`${path()}.new`, path());
    await Promise.all([first, file.reload()]);
    expect(file.settings.model).toBe('new');
  });

  it('is made and edited at once without one getting in the way of the other', async () => {
    await Promise.all([file.ensure(), file.edit([{ path: ['model'], value: 'x' }])]);
    expect(file.settings.model).toBe('x');
  });

  it('goes on watching after an editor has replaced the file', async () => {
    await writeFile(path(), '{}');
    await file.open();
    for (const model of ['one', 'two']) {
      const changed = nextChange();
      await rm(path());
      await writeFile(path(), JSON.stringify({ model }));
      await changed;
      if (file.settings.model === undefined) await nextChange();
      expect(file.settings.model).toBe(model);
    }
  });

  it('keeps the last good settings while the file is broken and recovers when it is mended', async () => {
    await writeFile(path(), '{"model": "good"}');
    await file.open();
    let changed = nextChange();
    await writeFile(path(), '{"model": ');
    await changed;
    expect(file.settings.model).toBe('good');
    expect(file.problems).toHaveLength(1);
    changed = nextChange();
    await writeFile(path(), '{"model": "mended"}');
    await changed;
    expect(file.settings.model).toBe('mended');
    expect(file.problems).toEqual([]);
  });

  it('edits in place: comments, order and unknown keys stay, the old text is kept beside it', async () => {
    const before = '{\n  // why this model\n  "model": "a",\n  "x-mine": 1\n}\n';
    await writeFile(path(), before);
    await file.open();
    await file.edit([{ path: ['model'], value: 'b' }]);
    expect(await readFile(path(), 'utf8')).toBe(before.replace('"a"', '"b"'));
    expect(await readFile(`${path()}.bak`, 'utf8')).toBe(before);
    expect(file.settings.model).toBe('b');
  });

  it('adds and takes away servers without touching the others', async () => {
    await file.open();
    await file.edit([{ path: ['mcpServers', 'a'], value: { command: 'x' } }]);
    await file.edit([{ path: ['mcpServers', 'b.c'], value: { command: 'y' } }]);
    await file.edit([{ path: ['mcpServers', 'a'], value: undefined }]);
    expect([...file.settings.mcpServers.keys()]).toEqual(['b.c']);
    expect(await readFile(path(), 'utf8')).toContain('// Servers that Patchbay connects to');
    expect((await stat(path())).mode & 0o777).toBe(0o600);
  });

  it('never writes a file that it could not parse', async () => {
    const broken = '{"model": "a",, ';
    await writeFile(path(), broken);
    await file.open();
    await expect(file.edit([{ path: ['model'], value: 'b' }])).rejects.toMatchObject({
      error: { code: 'config/not-written', action: 'edit-config' },
    });
    expect(await readFile(path(), 'utf8')).toBe(broken);
    expect(await readdir(folder)).toEqual(['settings.json']);
  });

  it('edits what is on disk now, not what it read before', async () => {
    await writeFile(path(), '{"model": "a"}');
    await file.open();
    await writeFile(path(), '{"model": "a", "theme": "dark"}');
    await file.edit([{ path: ['model'], value: 'b' }]);
    expect(JSON.parse(await readFile(path(), 'utf8'))).toEqual({ model: 'b', theme: 'dark' });
  });

  it('runs edits asked for at once one after the other', async () => {
    await file.open();
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        file.edit([{ path: ['mcpServers', `s${n}`], value: { command: 'x' } }]),
      ),
    );
    expect(file.settings.mcpServers.size).toBe(10);
  });

  it('says nothing when a save changed nothing', async () => {
    await writeFile(path(), '{"model": "a"}');
    await file.open();
    expect(changes).toBe(1);
    await file.reload();
    expect(changes).toBe(1);
  });
});
