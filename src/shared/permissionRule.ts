import { whys } from './whys.ts';

/** A rule's text, understood. Names are as they are written: nothing is made legal first. */
export type RuleTarget =
  /** Every tool of a server. */
  | { readonly kind: 'server'; readonly server: string }
  /** One tool of a server; which `__` parts the two is for the matcher to say. */
  | { readonly kind: 'server-tool'; readonly name: string }
  /** A built-in tool, or its calls whose subject fits the pattern. */
  | { readonly kind: 'builtin'; readonly name: string; readonly pattern?: string };

/** What is wrong with a rule's text, in words for after "is not a rule: ". */
export type BadRule = { readonly problem: string };

const longestRule = 500;
const prefix = 'mcp__';

/**
 * Reads a rule: `mcp__server__tool`, `mcp__server`, `mcp__server__*`, `builtin` or
 * `builtin(pattern)`. A bare `mcp__server` is one whose name has no `__`; for others the star is
 * needed, so that one rule never means two things.
 */
export function parseRule(text: string): RuleTarget | BadRule {
  if (text.length > longestRule) return bad('rule-too-long');
  if (/[\p{Cc}\p{Cf}]/u.test(text)) return bad('rule-invisible');
  if (text.trim() !== text || text === '') return bad('rule-edges');
  return text.startsWith(prefix) ? serverRule(text) : builtinRule(text);
}

function serverRule(text: string): RuleTarget | BadRule {
  const rest = text.slice(prefix.length);
  const wide = rest.endsWith('__*');
  const name = wide ? rest.slice(0, -3) : rest;
  if (name === '' || name.startsWith('__')) return bad('rule-no-server');
  if (name.includes('*')) return bad('rule-star');
  if (name.includes('(')) return bad('rule-server-pattern');
  if (wide || !name.includes('__')) return { kind: 'server', server: name };
  if (name.endsWith('__')) return bad('rule-no-tool');
  return { kind: 'server-tool', name: text };
}

function builtinRule(text: string): RuleTarget | BadRule {
  const [, name, inner] = /^([a-z][a-z0-9_]*)(?:\((.*)\))?$/s.exec(text) ?? [];
  if (name === undefined) return bad('rule-neither');
  if (inner === undefined) return { kind: 'builtin', name };
  if (inner.trim() === '' || inner === ':*') return bad('rule-no-pattern');
  return { kind: 'builtin', name, pattern: inner };
}

const bad = (why: keyof typeof whys): BadRule => ({ problem: whys[why] });
