import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { mostAttachedBytes } from '../../../shared/attachLimits.ts';
import { AppFailure } from '../../../shared/errors.ts';
import { textOf } from '../../tools/files/textFile.ts';
import { imageSize } from '../../tools/imageSize.ts';
import { imageTypeOf } from '../../tools/imageType.ts';
import type { ImageType } from '../../tools/imageType.ts';
import { mostImageBytes, mostPixels } from '../request/sentFiles.ts';

export type PersonFileType = ImageType | 'application/pdf' | 'text/plain';

/** More would fill a model's context by itself. */
const mostTextBytes = 1_000_000;

/**
 * What a file is to a model, by its bytes. Throws an AppFailure when it is nothing that a model
 * takes, or too much of it (Messages API, "Vision" and "PDF support").
 */
export function personFileType(name: string, bytes: Buffer): PersonFileType {
  if (bytes.length === 0) throw failure('empty', `${name} is empty.`, { name });
  const image = imageTypeOf(bytes.subarray(0, 24).toString('base64'));
  if (image !== undefined) {
    if (bytes.length > mostImageBytes) throw tooBig('image-too-big', name, mostImageBytes);
    const { width = 0, height = 0 } = imageSize(bytes, image) ?? {};
    if (width <= mostPixels && height <= mostPixels) return image;
    const message = `${name} has more than ${mostPixels} pixels a side.`;
    throw failure('image-too-wide', message, { name, limit: mostPixels });
  }
  if (bytes.length > mostAttachedBytes) throw tooBig('too-big', name, mostAttachedBytes);
  if (isPdf(bytes)) {
    // ISO 32000-1, 7.5.5: the trailer of an encrypted document refers to how.
    if (!/\/Encrypt\s+\d+\s+\d+\s+R/.test(bytes.toString('latin1'))) return 'application/pdf';
    throw failure('locked', `${name} is protected by a password.`, { name });
  }
  if (!textOf(bytes)) {
    const message = `${name} can't be attached: a model takes images (PNG, JPEG, GIF, WebP), PDF and text in UTF-8.`;
    throw failure('type', message, { name });
  }
  if (bytes.length > mostTextBytes) throw tooBig('text-too-big', name, mostTextBytes);
  return 'text/plain';
}

/**
 * Reads a file where the person has it: a regular one, and no more of it than can be sent. Throws an
 * AppFailure.
 */
export async function readPersonFile(path: string, name: string): Promise<Buffer> {
  try {
    // A pipe must not be waited for. Windows has no such flag, and undefined adds none.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (found.isDirectory()) throw isFolder(name);
      if (!found.isFile()) throw new Error('it is not a regular file');
      if (found.size > mostAttachedBytes) throw tooBig('too-big', name, mostAttachedBytes);
      // It may grow meanwhile.
      const bytes = Buffer.alloc(found.size);
      let length = 0;
      for (;;) {
        const { bytesRead } = await file.read(bytes, length, bytes.length - length, length);
        length += bytesRead;
        if (bytesRead === 0 || length === bytes.length) return bytes.subarray(0, length);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof AppFailure) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw isGone(name);
    if (code === 'EISDIR') throw isFolder(name);
    throw failure('unreadable', `${name} could not be read: ${message}`, { name, why: message });
  }
}

export const isPdf = (bytes: Buffer): boolean =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-';

export const isGone = (name: string): AppFailure =>
  failure('gone', `${name} is not there any more.`, { name });

const isFolder = (name: string): AppFailure =>
  failure('is-folder', `${name} is a folder. Attach the files in it.`, { name });

/** `limit` in MB, cut to a tenth. */
function tooBig(what: string, name: string, bytes: number): AppFailure {
  const limit = Math.floor(bytes / 100_000) / 10;
  return failure(what, `${name} has more than ${limit} MB.`, { name, limit });
}

function failure(
  what: string,
  message: string,
  params: Readonly<Record<string, string | number>>,
): AppFailure {
  return new AppFailure({ code: `chat/file-${what}`, message, params });
}
