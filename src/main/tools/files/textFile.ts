import type { FileHandle } from 'node:fs/promises';
import { AppFailure } from '../../../shared/errors.ts';
import type { WorkspacePath } from '../workspace/workspace.ts';
import { openRegularFile } from '../workspace/workspace.ts';

/** Bytes of a file that are read at most; what a server answers in one message is no longer. */
const mostBytes = 64 * 1024 * 1024;

/** All bytes of a regular file. Throws `workspace/too-big`, `workspace/no-file` and the like. */
export async function readBytes(place: WorkspacePath): Promise<Buffer> {
  const file = await openRegularFile(place);
  try {
    return await bytesOf(file, place.name);
  } finally {
    await file.close();
  }
}

/** The same, or undefined where there is no file. */
export async function readBytesIfAny(place: WorkspacePath): Promise<Uint8Array | undefined> {
  try {
    return await readBytes(place);
  } catch (thrown) {
    if (thrown instanceof AppFailure && thrown.error.code === 'workspace/no-file') return undefined;
    throw thrown;
  }
}

async function bytesOf(file: FileHandle, name: string): Promise<Buffer> {
  const { size } = await file.stat();
  if (size > mostBytes) throw tooBig(name, size);
  // Files of /proc and the like say that they are empty, and others may grow meanwhile.
  const bytes = await file.readFile();
  if (bytes.length > mostBytes) throw tooBig(name, bytes.length);
  return bytes;
}

export type Text = { readonly text: string; readonly hasBom: boolean };

/** The text of UTF-8 bytes; undefined when they are none, or hold a NUL as no text does. */
export function textOf(bytes: Uint8Array): Text | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const hasBom = text.startsWith('\uFEFF');
    return { text: hasBom ? text.slice(1) : text, hasBom };
  } catch {
    return undefined;
  }
}

export function bytesOfText({ text, hasBom }: Text): Buffer {
  return Buffer.from(hasBom ? `\uFEFF${text}` : text, 'utf8');
}

export function notText(name: string): AppFailure {
  return new AppFailure({
    code: 'workspace/not-text',
    message: `${name} is no UTF-8 text.`,
    params: { file: name },
  });
}

function tooBig(name: string, size: number): AppFailure {
  const megabytes = Math.ceil(size / 1024 / 1024);
  const limit = mostBytes / 1024 / 1024;
  return new AppFailure({
    code: 'workspace/too-big',
    message: `${name} has ${megabytes} MB; at most ${limit} MB are read. Take a part of it with bash.`,
    params: { file: name, size: megabytes, limit },
  });
}
