import { readFile, stat } from 'node:fs/promises';
import { AppFailure } from '../../shared/errors.ts';

type Certificates = {
  /** Texts of PEM files. */
  readonly pem: readonly string[];
  /** Another one as soon as a file is another one. */
  readonly version: string;
};

/** Certificates to trust besides the usual ones, read again when their files change. */
export class ExtraCertificates {
  #loaded: Certificates = { pem: [], version: '' };

  /**
   * `ofEnvironment` is NODE_EXTRA_CA_CERTS: Node passes over a file that it can't read, and so is it
   * here. A file of the settings must be good, or this rejects with an AppFailure.
   */
  async load(
    ofEnvironment: string | undefined,
    ofSettings: string | undefined,
  ): Promise<Certificates> {
    const found = await Promise.all([versioned(ofEnvironment, false), versioned(ofSettings, true)]);
    const version = found
      .map((one) => one?.version ?? '')
      .join(' ')
      .trim();
    if (version === this.#loaded.version) return this.#loaded;
    const files = found.filter((one) => one !== undefined);
    const pem = await Promise.all(files.map(certificates));
    this.#loaded = { pem: pem.flat(), version };
    return this.#loaded;
  }
}

/** Rejects with an AppFailure when the certificates of a file can't be used. */
export async function checkCertificates(file: string): Promise<void> {
  await certificates({ file, mustBe: true, version: '' });
}

type File = { readonly file: string; readonly mustBe: boolean; readonly version: string };

async function versioned(file: string | undefined, mustBe: boolean): Promise<File | undefined> {
  if (file === undefined || file === '') return undefined;
  try {
    const { mtimeMs, size } = await stat(file);
    return { file, mustBe, version: `${file} ${mtimeMs} ${size}` };
  } catch (error) {
    if (mustBe) throw unreadable(file, error);
    return undefined;
  }
}

async function certificates({ file, mustBe }: File): Promise<readonly string[]> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return [text];
    throw new Error('it holds no PEM certificate');
  } catch (error) {
    if (mustBe) throw unreadable(file, error);
    return [];
  }
}

function unreadable(file: string, error: unknown): AppFailure {
  const said = error instanceof Error ? error.message : String(error);
  // Node repeats the path: "ENOENT: no such file or directory, stat '/no/such.pem'".
  const why = said.replace(/^[A-Z]+: (.+?), \w+(?: '.*')?$/s, '$1');
  return new AppFailure({
    code: 'app/extra-ca-unreadable',
    message: `The extra certificates in ${file} can't be used: ${why}`,
    params: { file, why },
    action: 'open-settings',
  });
}
