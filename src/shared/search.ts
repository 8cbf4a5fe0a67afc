/** A piece of a text, and whether it is what was looked for. */
export type Excerpt = readonly { readonly text: string; readonly isMatch: boolean }[];

export type SearchHit = {
  readonly itemId: string;
  readonly at: number;
  /** Whose words they are. */
  readonly by: 'you' | 'model' | 'tool' | 'channel';
  readonly excerpt: Excerpt;
};

/** A conversation in whose title or items the words are; `count` may be more than there are hits. */
export type FoundConversation = {
  readonly conversationId: string;
  readonly title: Excerpt;
  readonly updatedAt: number;
  readonly count: number;
  /** The latest ones, latest first. */
  readonly hits: readonly SearchHit[];
};

export type SearchResult = {
  /** Latest change first. */
  readonly found: readonly FoundConversation[];
  /** There are more than these. */
  readonly isCut: boolean;
  /** Conversations from before there was an index are still being read. */
  readonly isIndexing: boolean;
};
