/**
 * Why something failed, completing "it ...": the English words, and the code of the translated ones,
 * which an AppError carries as its param `cause` beside `params`.
 */
export type Why = {
  readonly code: string;
  readonly text: string;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** Of answers that are none. */
export const whys = {
  redirect: {
    code: 'auth/why-redirect',
    text: 'it points to another address, which is not followed',
  },
  tooBig: { code: 'auth/why-too-big', text: 'its answer is larger than 1 MiB' },
  empty: { code: 'auth/why-empty', text: 'its answer is empty' },
  webPage: { code: 'auth/why-web-page', text: 'its answer is a web page' },
  notJson: { code: 'auth/why-not-json', text: 'its answer is no JSON' },
  noToken: { code: 'auth/why-no-token', text: 'its answer holds no access token' },
  strangeToken: {
    code: 'auth/why-strange-token',
    text: 'its token is of a kind that Patchbay does not know',
  },
  foreignKey: {
    code: 'auth/why-foreign-key',
    text: 'its token is bound to a key that was never shown to it',
  },
  noAppGrant: {
    code: 'auth/why-no-app-grant',
    text: 'it gives no grant for another application (id-jag)',
  },
  noCode: { code: 'auth/why-no-code', text: 'its answer holds no code' },
  noClient: {
    code: 'auth/why-no-client',
    text: 'its answer to the registration holds no client id',
  },
  redirects: { code: 'auth/why-redirects', text: 'it points from one address to the next' },
  otherScheme: {
    code: 'auth/why-other-scheme',
    text: 'it points to an address of another kind, which is not followed',
  },
  noResource: { code: 'auth/why-no-resource', text: 'its metadata names no resource' },
  noIssuer: {
    code: 'auth/why-no-issuer',
    text: 'its metadata names no issuer or no token endpoint',
  },
  status: (status: number): Why => ({
    code: 'auth/why-status',
    text: `it fails with status ${status}`,
    params: { status },
  }),
  tooSlow: (limitMs: number): Why => ({
    code: 'auth/why-too-slow',
    text: `it does not answer within ${limitMs / 1000} s`,
    params: { seconds: limitMs / 1000 },
  }),
} as const;

/** Of files of the machine. */
export const fileWhys = {
  absent: { code: 'auth/why-file-absent', text: 'there is no such file' },
  forbidden: { code: 'auth/why-file-forbidden', text: 'it may not be read' },
  unreadable: { code: 'auth/why-file-unreadable', text: 'it can not be read' },
  empty: { code: 'auth/why-file-empty', text: 'it is empty' },
  unnamed: { code: 'auth/why-file-unnamed', text: 'none is configured' },
  notJwt: { code: 'auth/why-file-not-jwt', text: 'it holds no JWT' },
} as const;

/** The params that tell why; words that have no translation stand for themselves. */
export function whyParams(why: Why | string): Readonly<Record<string, string | number>> {
  if (typeof why === 'string') return { why, cause: why };
  return { ...why.params, why: why.text, cause: why.code };
}

export function whyText(why: Why | string): string {
  return typeof why === 'string' ? why : why.text;
}
