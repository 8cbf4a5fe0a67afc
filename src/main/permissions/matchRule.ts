import type { RuleTarget } from '../../shared/permissionRule.ts';
import type { PooledTool } from '../tools/toolPool.ts';
import { pathPattern } from './pathPattern.ts';

/** What a built-in tool's call is about, for patterns; a path is relative to the workspace, with `/`. */
export type Subject = { readonly kind: 'command' | 'path' | 'name'; readonly value: string };

/** What a rule is held against; without a `subject` only the tool itself is. */
export type RuleTool =
  | { readonly kind: 'builtin'; readonly name: string; readonly subject?: Subject | undefined }
  | {
      readonly kind: 'server';
      readonly server: string;
      readonly name: string;
      /** The name for the model. */
      readonly pooledName: string;
    };

/** A tool of the pool as rules see it. */
export function ruleTool({ kind, name, tool }: PooledTool, subject?: Subject): RuleTool {
  if (kind === 'builtin') return { kind, name, subject };
  return { kind, server: tool.server, name: tool.name, pooledName: name };
}

/** `unclear`: the rule is about this tool, but its pattern can't be held against such a subject. */
export type Match = 'yes' | 'no' | 'unclear';

/**
 * Whether a rule is about a tool or call. A rule that tightens (`generous`) also matches the names
 * the model sees, in which odd characters are replaced; one that allows only what is written, and
 * its server is what stands before the first `__`, so that no other server slips under it.
 */
export function matchRule(target: RuleTarget, tool: RuleTool, generous: boolean): Match {
  if (tool.kind === 'builtin') {
    if (target.kind !== 'builtin' || target.name !== tool.name) return 'no';
    if (target.pattern === undefined) return 'yes';
    return tool.subject ? matchPattern(target.pattern, tool.subject) : 'unclear';
  }
  const { server, name, pooledName } = tool;
  switch (target.kind) {
    case 'builtin':
      return 'no';
    case 'server':
      return yes(target.server === server || (generous && target.server === legal(server)));
    case 'server-tool': {
      const asWritten = target.name === `mcp__${server}__${name}`;
      if (!generous) return yes(asWritten && !server.includes('__'));
      const asShown = target.name === `mcp__${legal(server)}__${legal(name)}`;
      return yes(asWritten || asShown || target.name === pooledName);
    }
  }
}

function matchPattern(pattern: string, subject: Subject): Match {
  switch (subject.kind) {
    case 'name':
      return yes(pattern === subject.value);
    case 'command':
      return matchCommand(pattern, subject.value);
    case 'path':
      return matchPath(pattern, subject.value);
  }
}

/** What makes one line of shell more than one program with its words. */
const compound = /[;&|<>`$(){}\\\n\r\0]/;

/** `git status:*` is that program with any more words; without `:*` the command is that and no more. */
function matchCommand(pattern: string, command: string): Match {
  const said = command.trim();
  if (compound.test(said)) return 'unclear';
  if (!pattern.endsWith(':*')) return yes(said === pattern);
  const start = pattern.slice(0, -2);
  return yes(said === start || said.startsWith(`${start} `));
}

function matchPath(pattern: string, path: string): Match {
  const clean = path.replace(/^(?:\.\/)+/, '');
  const steps = clean.split('/');
  if (steps.includes('..') || steps.includes('.') || /[\\\0]/.test(clean)) return 'unclear';
  return yes(pathPattern(pattern).test(clean));
}

const yes = (is: boolean): Match => (is ? 'yes' : 'no');
/** As tools/toolNames does it. */
const legal = (text: string): string => text.replace(/[^a-zA-Z0-9_-]/g, '_');
