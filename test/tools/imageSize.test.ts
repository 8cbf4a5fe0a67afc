import { expect, it } from 'vitest';
import { imageSize } from '../../src/main/tools/imageSize.ts';
import type { ImageType } from '../../src/main/tools/imageType.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const base64 = (text: string) => Buffer.from(text, 'base64');
const jfif = 'ffd8 ffe0 0010 4a46494600010100000100010000';

// The frames are 40 wide and 30 high; whole files are 1 by 1.
it.each<[string, ImageType, Buffer, unknown]>([
  [
    'PNG',
    'image/png',
    hex('89504e470d0a1a0a 0000000d 49484452 00000028 0000001e 08020000 00'),
    { width: 40, height: 30 },
  ],
  [
    'GIF',
    'image/gif',
    base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
    { width: 1, height: 1 },
  ],
  [
    'JPEG, baseline',
    'image/jpeg',
    hex(`${jfif} ffc0 0011 08 001e 0028 03 011100 021101 031101`),
    { width: 40, height: 30 },
  ],
  [
    'JPEG, progressive, after tables and padding',
    'image/jpeg',
    hex(`${jfif} ffc4 0004 0000 ff ffc2 0011 08 001e 0028 03`),
    { width: 40, height: 30 },
  ],
  [
    'WebP, lossy',
    'image/webp',
    base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
    { width: 1, height: 1 },
  ],
  [
    'WebP, lossless',
    'image/webp',
    base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
    { width: 1, height: 1 },
  ],
  [
    'WebP, extended',
    'image/webp',
    hex('52494646 16000000 57454250 56503858 0a000000 10000000 270000 1d0000'),
    { width: 40, height: 30 },
  ],
  ['a PNG that is cut', 'image/png', hex('89504e470d0a1a0a'), undefined],
  ['a JPEG without a frame', 'image/jpeg', hex(jfif), undefined],
  ['a JPEG with a segment of no length', 'image/jpeg', hex('ffd8 ffe0 0000'), undefined],
  ['a PNG of no size', 'image/png', Buffer.alloc(40), undefined],
  ['a WebP of an unknown kind', 'image/webp', Buffer.alloc(40), undefined],
])('reads the pixels of %s', (_what, type, bytes, size) => {
  expect(imageSize(bytes, type)).toEqual(size);
});
