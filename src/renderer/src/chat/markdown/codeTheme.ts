/**
 * A theme without colours: each group of scopes gets a marker colour, which stands for a class of
 * markdown.css. So one highlighting serves light and dark, and no inline style is needed.
 */
const groups = [
  { tone: 'c', mark: '#000001', scopes: ['comment', 'punctuation.definition.comment'] },
  {
    tone: 's',
    mark: '#000002',
    scopes: ['string', 'punctuation.definition.string', 'markup.inline.raw'],
  },
  {
    tone: 'n',
    mark: '#000003',
    scopes: [
      'constant.numeric',
      'constant.other.color',
      'entity.name.type',
      'entity.name.class',
      'support.type',
      'support.class',
    ],
  },
  {
    tone: 'l',
    mark: '#000004',
    scopes: ['keyword', 'storage', 'constant.language', 'markup.bold', 'markup.heading'],
  },
  { tone: 'p', mark: '#000005', scopes: ['punctuation', 'meta.brace', 'keyword.operator'] },
  {
    tone: 'k',
    mark: '#000006',
    scopes: [
      'entity.name.function',
      'support.function',
      'entity.name.tag',
      'entity.other.attribute-name',
      'support.type.property-name',
      'meta.object-literal.key',
      'markup.underline.link',
    ],
  },
  { tone: 'add', mark: '#000007', scopes: ['markup.inserted'] },
  { tone: 'del', mark: '#000008', scopes: ['markup.deleted'] },
] as const;

const plain = '#00000a';

export const codeTheme = {
  name: 'patchbay',
  type: 'light' as const,
  fg: plain,
  bg: '#ffffff',
  settings: [
    { settings: { foreground: plain } },
    ...groups.map(({ scopes, mark }) => ({ scope: [...scopes], settings: { foreground: mark } })),
  ],
};

const tones = new Map<string, string>(groups.map(({ mark, tone }) => [mark, tone]));

/** The class for a token's marker colour; undefined for plain text. */
export const toneOf = (mark: string | undefined): string | undefined =>
  mark === undefined ? undefined : tones.get(mark.toLowerCase());
