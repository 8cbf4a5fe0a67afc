/**
 * A pattern for paths as an expression for the whole of one: `*` and `?` stay within a folder,
 * `**` goes through any number of them, all else is itself.
 */
export function pathPattern(pattern: string): RegExp {
  let source = '';
  let at = 0;
  while (at < pattern.length) {
    if (pattern.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 3;
    } else if (pattern.startsWith('**', at)) {
      source += '.+';
      at += 2;
    } else {
      const sign = pattern.charAt(at);
      source += sign === '*' ? '[^/]*' : sign === '?' ? '[^/]' : escaped(sign);
      at += 1;
    }
  }
  return new RegExp(`^${source}$`, 'su');
}

const escaped = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
