import { describe, expect, it } from 'vitest';
import { personFileType } from '../../src/main/agent/attachments/personFile.ts';
import { AppFailure } from '../../src/shared/errors.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const start = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';

/** A PNG of that size, as far as its header (PNG, 11.2.1). */
function png(width: number, height: number, bytes = 64): Buffer {
  const all = Buffer.alloc(bytes);
  all.write(start, 'latin1');
  all.writeUInt32BE(width, 16);
  all.writeUInt32BE(height, 20);
  return all;
}

function judge(bytes: Buffer) {
  try {
    return personFileType('the file', bytes);
  } catch (thrown) {
    return thrown instanceof AppFailure ? thrown.error : thrown;
  }
}

describe('what a file is to a model', () => {
  it.each<[string, Buffer, string]>([
    ['a PNG', png(10, 10), 'image/png'],
    ['a JPEG', latin1('\xff\xd8\xff\xe0\0\x10JFIF'), 'image/jpeg'],
    ['a GIF', latin1('GIF89a\x01\0\x01\0'), 'image/gif'],
    ['a WebP', latin1('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
    ['a PDF', latin1('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'), 'application/pdf'],
    ['an image of exactly 5 MiB as base64', png(10, 10, 3_932_160), 'image/png'],
    ['an image of 8000 pixels a side', png(8_000, 8_000), 'image/png'],
    ['code', Buffer.from('const a = "ä, 字";\n'), 'text/plain'],
    ['SVG, which is text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'text/plain'],
    ['text with a mark of its order', Buffer.from('\ufeffhello'), 'text/plain'],
    ['a text of 1 MB', Buffer.alloc(1_000_000, 'a'), 'text/plain'],
  ])('takes %s by its bytes', (_what, bytes, type) => {
    expect(judge(bytes)).toBe(type);
  });

  it.each<[string, Buffer, string, object?]>([
    ['nothing', Buffer.alloc(0), 'empty'],
    ['an archive', latin1('PK\x03\x04\x14\0\0\0'), 'type'],
    ['text in another encoding', latin1('caf\xe9'), 'type'],
    ['text with a NUL', Buffer.from('a\0b'), 'type'],
    [
      'an image of more than 5 MiB as base64',
      png(1, 1, 3_932_161),
      'image-too-big',
      { limit: 3.9 },
    ],
    ['an image that is too wide', png(8_001, 10), 'image-too-wide', { limit: 8_000 }],
    ['an image that is too high', png(10, 8_001), 'image-too-wide', { limit: 8_000 }],
    ['a text of more than 1 MB', Buffer.alloc(1_000_001, 'a'), 'text-too-big', { limit: 1 }],
    ['more than a request holds', Buffer.alloc(18_000_001, 'a'), 'too-big', { limit: 18 }],
    ['a PDF with a password', latin1('%PDF-1.7\ntrailer << /Encrypt 12 0 R >>'), 'locked'],
  ])('refuses %s and names the file', (_what, bytes, code, params = {}) => {
    expect(judge(bytes)).toMatchObject({
      code: `chat/file-${code}`,
      message: expect.stringMatching(/^the file /),
      params: { name: 'the file', ...params },
    });
  });
});
