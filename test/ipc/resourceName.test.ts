import { expect, it } from 'vitest';
import { resourceName } from '../../src/main/ipc/resourceName.ts';

it.each([
  ['file:///home/ada/notes/to%20do.md', 'text/markdown', 'to do.md'],
  ['https://example.com/pictures/cat.png?size=2#top', 'image/png', 'cat.png'],
  ['demo://resource/dynamic/blob/7', 'application/octet-stream', '7.bin'],
  ['demo://resource/dynamic/text/7', 'text/plain; charset=utf-8', '7.txt'],
  ['table://rows/', 'text/csv', 'rows.csv'],
  ['urn:isbn:0451450523', undefined, 'urn_isbn_0451450523.bin'],
  ['file:///a/..%2F..%2Fetc%2Fpasswd', 'text/plain', '__.._etc_passwd.txt'],
  ['file:///a/.bashrc', 'text/plain', '_bashrc.txt'],
  ['file:///a/%E0%A4%A', 'application/pdf', '%E0%A4%A.pdf'],
  ['file:///a/%E7%8C%AB.png', 'image/png', '猫.png'],
  [`x://${'a'.repeat(300)}.json`, undefined, `${'a'.repeat(115)}.json`],
  ['///', undefined, 'resource.bin'],
])('calls %s (%s) %s', (uri, mediaType, name) => {
  expect(resourceName(uri, mediaType)).toBe(name);
});
