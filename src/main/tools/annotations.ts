import type { ToolAnnotations } from '../../shared/server.ts';

/** Annotations with the defaults of the MCP specification (ToolAnnotations) filled in. */
export type EffectiveAnnotations = {
  readonly readOnly: boolean;
  readonly destructive: boolean;
  readonly openWorld: boolean;
  readonly idempotent: boolean;
};

/**
 * What a server's hints come to. A missing hint means the worse; a tool that calls itself both
 * read-only and destructive counts as destructive.
 */
export function effectiveAnnotations(hints: ToolAnnotations): EffectiveAnnotations {
  const readOnly = hints.readOnlyHint === true && hints.destructiveHint !== true;
  return {
    readOnly,
    destructive: !readOnly && hints.destructiveHint !== false,
    openWorld: hints.openWorldHint !== false,
    idempotent: hints.idempotentHint === true && !readOnly,
  };
}

/** The mark at the end of a tool's description, or nothing: "(readOnly)" or "(destructive)". */
export function annotationMark(hints: ToolAnnotations): string {
  const { readOnly, destructive } = effectiveAnnotations(hints);
  return readOnly ? '(readOnly)' : destructive ? '(destructive)' : '';
}
