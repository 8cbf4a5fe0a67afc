/**
 * Shapes that are secrets wherever they stand in a text. The part after `$1` is hidden where there is
 * one; what is hidden already stays as it is.
 */
export const secretShapes: readonly RegExp[] = [
  /()-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\b((?:bearer|basic) +)[A-Za-z0-9._~+/=-]{8,}/gi,
  /\b()sk-[A-Za-z0-9_-]{16,}/g,
  /\b()(?:gh[pousr]_|github_pat_|glpat-|npm_|pypi-|xox[abeoprs]-|xapp-|hf_|AIza)[A-Za-z0-9_-]{16,}/g,
  /\b()(?:[sr]k_(?:live|test)_|whsec_|lin_api_|ntn_|figd_|gsk_|tvly-|GOCSPX-)[A-Za-z0-9_-]{16,}/g,
  /\b()(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\b()eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  // In an address: a password, which may hold an @ itself; a token in place of a name; a parameter.
  /(:\/\/[^/\s:@]*:)(?!hidden, )[^/\s"'<>]+(?=@)/g,
  /(:\/\/)(?!hidden, )[^/\s:@"'<>]{16,}(?=@)/g,
  /([?&](?:code|sig|[\w.-]*(?:key|token|secret|signature|passw(?:or)?d|credential))=)(?!hidden, )[^&\s"'#<>]{4,}/gi,
  // A header, as servers print it: the scheme is none of the secret.
  /(\bauthorization["']?\s*[=:]\s*["']?(?:[a-z]+ +)?)(?!(?:[a-z]{1,20} )?hidden, |\$\{)[^\s"',;]{6,}/gi,
  /(\b(?:set-)?cookie["']?\s*:\s*["']?)(?!hidden, )[^\s"'][^"'\r\n]{3,}/gi,
  // An option of a command, a variable of an environment, a field.
  /(\s--?(?:[a-z]+-)*(?:token|key|secret|password|passwd|passphrase)\s+["']?)(?!hidden, |\$\{|-)[^\s"',;&]{4,}/gi,
  /(\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)["']?\s*[=:]\s*["']?)(?!hidden, |\$\{)[^\s"',;&]{4,}/g,
  /((?:(?:api|auth|access|private|secret|signing)[_-]?key|(?:access|auth|refresh|id)[_-]?token|session[_-]?id|\btoken|password|passwd|passphrase|secret)["']?\s*[=:]\s*["']?)(?!hidden, |\$\{)[^\s"',;&]{4,}/gi,
];

const option = /^--?[\w-]*(?:token|key|secret|password|passwd|passphrase|credentials?)$/i;
const headerOption = /^(?:-H|--header)$/;
/** Hidden already; or a variable, of which it says much that it was not filled in. */
const harmless = /^hidden, |\$\{\w+\}/;

/** In the arguments of a command, what of `value` is secret because of what stands before it. */
export function secretAfter(before: unknown, value: string): string | undefined {
  if (typeof before !== 'string') return undefined;
  if (option.test(before)) return value.startsWith('-') || harmless.test(value) ? undefined : value;
  const header = headerOption.test(before) ? /^[^:]*:\s*(.+)$/s.exec(value)?.[1] : undefined;
  return header === undefined || harmless.test(header) ? undefined : header;
}
