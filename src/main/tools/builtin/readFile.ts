import { AppFailure } from '../../../shared/errors.ts';
import { numberedLines } from '../files/numberedLines.ts';
import { readBytes, textOf } from '../files/textFile.ts';
import { imageTypeOf } from '../imageType.ts';
import type { BuiltinTool } from './builtinTool.ts';
import { readablePlace, readableSubject } from './pathSubject.ts';
import { said } from './said.ts';

const usualLimit = 2_000;

/** The tool by which the model reads a text or looks at an image. */
export function createReadFile(): BuiltinTool {
  return {
    name: 'read_file',
    title: 'Read file',
    description:
      'Read a file of the workspace, or one in which a result of yours was saved: text with line ' +
      'numbers, or an image (PNG, JPEG, GIF, WebP). ' +
      `Reads ${usualLimit} lines unless told otherwise; offset and limit take other lines.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'Relative to the workspace folder' },
        offset: { type: 'integer', minimum: 1, description: 'The first line, from 1' },
        limit: { type: 'integer', minimum: 1, description: 'How many lines' },
      },
      required: ['path'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
    permission: 'allow',
    needsWorkspace: true,
    subject: readableSubject,
    async run({ path, offset = 1, limit = usualLimit }, context) {
      const place = await readablePlace(String(path), context);
      const bytes = await readBytes(place);
      context.seen.note(place.path, bytes);
      const head = bytes.subarray(0, 24).toString('base64');
      const mimeType = imageTypeOf(head.slice(0, head.length - (head.length % 4)));
      if (mimeType !== undefined) {
        const data = bytes.toString('base64');
        return { content: [{ type: 'image', data, mimeType }], isError: false };
      }
      const read = textOf(bytes);
      if (read === undefined) {
        throw new AppFailure({
          code: 'workspace/binary',
          message: `${place.name} is binary (${bytes.length} bytes), not text or an image.`,
          params: { file: place.name, size: bytes.length },
        });
      }
      const { text, count } = numberedLines(read.text, {
        offset: Number(offset),
        limit: Number(limit),
      });
      return said(text, { code: 'lines-read', count });
    },
  };
}
