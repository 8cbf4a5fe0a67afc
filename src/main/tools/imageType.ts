/** The image types that the Messages API takes. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** The type that the first bytes of base64 data tell, if it is base64 of a kind the API takes. */
export function imageTypeOf(data: string): ImageType | undefined {
  if (data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  const head = Buffer.from(data.slice(0, 24), 'base64').toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Whether a stored media type is one of them. */
export function isImageType(mediaType: string): mediaType is ImageType {
  return ['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(mediaType);
}
