/** Halves of sentences that say why something was refused, as the log has them. */
export const whys = {
  'not-a-file': 'it is not a file',
  'a-folder': 'it is a folder',
  missing: 'it is missing',
  'no-permission': 'there is no permission to read it',
  'link-circle': 'its symbolic links go round in a circle',
  'not-an-object': 'it is not an object',
  'no-name': 'its name has nothing that can be shown',
  'of-zed': 'it comes from an extension of Zed',
  'no-servers': 'it must hold an object of servers by name',
  'field-missing': 'is missing',
  twice: 'it is there twice',
  'name-length': 'its name is too long or empty',
  'name-characters': 'its name has characters that no file may have',
  'leaves-folder': 'it would leave the folder of the bundle',
  'no-plain-file': 'it is a link or a device',
  encrypted: 'it is encrypted',
  'packed-unusually': 'it is packed unusually',
  'not-an-address': 'it is not an address',
  'no-value': 'it has no value',
} as const;

const codes = new Map(Object.entries(whys).map(([code, text]) => [text as string, `why/${code}`]));

/** What goes into the `why` of an error's params: a code that has words, or a text from elsewhere. */
export const whyParam = (text: string): string => codes.get(text) ?? text;
