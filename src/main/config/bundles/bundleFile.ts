import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { maxBundleBytes } from '../../../shared/adding.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { whyParam, whys } from '../../../shared/whys.ts';
import { checkEntries, modeOf } from './checkEntries.ts';

const maxManifestBytes = 1024 * 1024;

/** A bundle in memory, whose list of files has been checked. */
export type BundleFile = {
  readonly file: string;
  /** SHA-256 of the whole file, in hex. */
  readonly digest: string;
  readonly manifest: string;
  readonly fileCount: number;
  /** Unpacked. */
  readonly bytes: number;
  readonly isSigned: boolean;
  /** Writes every file into a folder that is empty; rejects with an AppFailure. */
  readonly unpack: (folder: string) => Promise<void>;
};

/**
 * Reads a `.mcpb` (or older `.dxt`) file, a zip, without writing anything; `given` is what it holds,
 * where that is known already. Throws AppFailures
 * `adding/bundle-unreadable` {file, why}, `adding/bundle-too-big` {file, limit},
 * `adding/bundle-entry` {file, entry, why}, `adding/bundle-no-manifest` {file}.
 */
export async function readBundle(file: string, given?: Buffer): Promise<BundleFile> {
  const whole = given ?? (await readWhole(file));
  const { zip, isSigned } = withoutSignature(whole);
  const entries = await listEntries(zip, file);
  const { fileCount, bytes } = checkEntries(entries, file);
  const manifest = entries.find(({ fileName }) => fileName === 'manifest.json');
  if (manifest === undefined) throw noManifest(file);
  if (manifest.uncompressedSize > maxManifestBytes) {
    throw tooBig(file, maxManifestBytes);
  }
  return {
    file,
    digest: createHash('sha256').update(whole).digest('hex'),
    manifest: await readText(zip, file),
    fileCount,
    bytes,
    isSigned,
    unpack: (folder) => unpack(zip, folder, file),
  };
}

async function readWhole(file: string): Promise<Buffer> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw unreadable(file, whys['not-a-file']);
    if (found.size > maxBundleBytes) throw tooBig(file, maxBundleBytes);
    return await readFile(file);
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    throw unreadable(file, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}

/** `mcpb sign` appends MCPB_SIG_V1, a length, a PKCS #7 signature and MCPB_SIG_END to the zip. */
function withoutSignature(whole: Buffer): { readonly zip: Buffer; readonly isSigned: boolean } {
  const end = Buffer.from('MCPB_SIG_END');
  if (whole.length < 64 || !whole.subarray(-end.length).equals(end)) {
    return { zip: whole, isSigned: false };
  }
  const start = whole.lastIndexOf('MCPB_SIG_V1');
  if (start === -1) return { zip: whole, isSigned: false };
  const zip = Buffer.from(whole.subarray(0, start));
  // Newer versions count the signature as the zip's comment.
  const directory = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (directory !== -1 && directory + 22 === zip.length) zip.writeUInt16LE(0, directory + 20);
  return { zip, isSigned: true };
}

async function openZip(zip: Buffer, file: string): Promise<ZipFile> {
  try {
    return await fromBufferPromise(zip, { strictFileNames: true, validateEntrySizes: true });
  } catch (error) {
    throw unreadable(file, whyOf(error));
  }
}

async function listEntries(zip: Buffer, file: string): Promise<readonly Entry[]> {
  const opened = await openZip(zip, file);
  const entries: Entry[] = [];
  try {
    for await (const entry of opened.eachEntry()) {
      entries.push(entry);
      if (entries.length > 100_000) break;
    }
  } catch (error) {
    throw unreadable(file, whyOf(error));
  }
  return entries;
}

async function readText(zip: Buffer, file: string): Promise<string> {
  const chunks: Buffer[] = [];
  await eachFile(zip, file, async (entry, opened) => {
    if (entry.fileName !== 'manifest.json') return;
    for await (const chunk of await opened.openReadStreamPromise(entry)) {
      chunks.push(chunk as Buffer);
    }
  });
  return Buffer.concat(chunks).toString('utf8');
}

function unpack(zip: Buffer, folder: string, file: string): Promise<void> {
  return eachFile(zip, file, async (entry, opened) => {
    const target = join(folder, entry.fileName);
    await mkdir(dirname(target), { recursive: true });
    const stream = await opened.openReadStreamPromise(entry);
    await pipeline(stream, createWriteStream(target, { flags: 'wx', mode: modeOf(entry) }));
  });
}

async function eachFile(
  zip: Buffer,
  file: string,
  work: (entry: Entry, opened: ZipFile) => Promise<void>,
): Promise<void> {
  const opened = await openZip(zip, file);
  try {
    for await (const entry of opened.eachEntry()) {
      if (!entry.fileName.endsWith('/')) await work(entry, opened);
    }
  } catch (error) {
    throw unreadable(file, whyOf(error));
  }
}

const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function unreadable(file: string, why: string): AppFailure {
  const message = `${basename(file)} could not be read as a bundle: ${why}`;
  return new AppFailure({
    code: 'adding/bundle-unreadable',
    message,
    params: { file, why: whyParam(why) },
  });
}

function tooBig(file: string, bytes: number): AppFailure {
  const limit = `${bytes / 1024 / 1024} MB`;
  const message = `${basename(file)} is larger than ${limit}.`;
  return new AppFailure({ code: 'adding/bundle-too-big', message, params: { file, limit } });
}

function noManifest(file: string): AppFailure {
  const message = `${basename(file)} has no manifest.json, so it is not a bundle.`;
  return new AppFailure({ code: 'adding/bundle-no-manifest', message, params: { file } });
}
