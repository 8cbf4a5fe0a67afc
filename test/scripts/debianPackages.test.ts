import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingPackages } from '../../scripts/debian-packages.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'patchbay-dpkg-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function statusFile(...paragraphs: [name: string, status: string][]): string {
  const file = path.join(folder, 'status');
  const text = paragraphs.map(
    ([name, status]) => `Package: ${name}\nStatus: ${status}\nDescription: of ${name}\n more\n`,
  );
  writeFileSync(file, text.join('\n'));
  return file;
}

describe.runIf(process.platform === 'linux')('missing Debian packages', () => {
  it('are those that dpkg does not list as installed', () => {
    const file = statusFile(
      ['libnss3', 'install ok installed'],
      ['libgbm1', 'deinstall ok config-files'],
    );
    const { required } = missingPackages({ tests: true }, file);
    expect(required).not.toContain('libnss3');
    expect(required).toEqual(expect.arrayContaining(['libgbm1', 'libgtk-3-0', 'gnome-keyring']));
  });

  it('may be there under their 64-bit time_t names', () => {
    const file = statusFile(['libgtk-3-0t64', 'install ok installed']);
    expect(missingPackages({ tests: false }, file).required).not.toContain('libgtk-3-0');
  });

  it('leave out the keyring when no tests are to run', () => {
    const { required } = missingPackages({ tests: false }, statusFile());
    expect(required).not.toContain('gnome-keyring');
  });

  it('hold fonts as optional', () => {
    expect(missingPackages({ tests: true }, statusFile()).optional).toContain('fonts-noto-cjk');
  });

  it('are none where there is no dpkg', () => {
    expect(missingPackages({ tests: true }, path.join(folder, 'none'))).toEqual({
      required: [],
      optional: [],
    });
  });
});
