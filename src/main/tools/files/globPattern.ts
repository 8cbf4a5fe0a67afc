/**
 * A pattern for paths with `/` as an expression for the whole of one: `*` and `?` stay within a
 * folder, `**` goes through any number of them, `[a-z]` is one of those signs and `{a,b}` either;
 * undefined when brackets do not close. A pattern without `/` is for names in any folder.
 */
export function globPattern(pattern: string): RegExp | undefined {
  const clean = pattern.replace(/^\.\//, '');
  const source = translate(clean.includes('/') ? clean : `**/${clean}`);
  return source === undefined ? undefined : new RegExp(`^${source}$`, 'u');
}

function translate(pattern: string): string | undefined {
  let source = '';
  let depth = 0;
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    if (pattern.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (pattern.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (sign === '*') source += '[^/]*';
    else if (sign === '?') source += '[^/]';
    else if (sign === '[') {
      const end = pattern.indexOf(']', at + 2);
      if (end === -1) return undefined;
      source += oneOf(pattern.slice(at + 1, end));
      at = end;
    } else if (sign === '{') {
      depth++;
      source += '(?:';
    } else if (sign === '}' && depth > 0) {
      depth--;
      source += ')';
    } else if (sign === ',' && depth > 0) source += '|';
    else if (sign === '\\' && at + 1 < pattern.length) source += escaped(pattern.charAt(++at));
    else source += escaped(sign);
  }
  return depth === 0 ? source : undefined;
}

function oneOf(signs: string): string {
  const isNot = signs.startsWith('!') || signs.startsWith('^');
  const rest = (isNot ? signs.slice(1) : signs).replace(/[\\\]^[&|~]/g, '\\$&');
  return `(?!/)[${isNot ? '^' : ''}${rest.replace(/^-|-$/g, '\\-')}]`;
}

const escaped = (sign: string): string => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
