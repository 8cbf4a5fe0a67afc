import type { AuthStep } from '../../shared/auth.ts';

/** A step as a line of the connection log. */
export function stepText({ kind, url, status, verdict, detail, tookMs }: AuthStep): string {
  const parts = [
    kind.replaceAll('-', ' '),
    ...(url === undefined ? [] : [url]),
    ...(status === undefined ? [] : [`HTTP ${status}`]),
    ...(tookMs === undefined ? [] : [`${Math.round(tookMs)} ms`]),
    verdict,
  ];
  return `${parts.join(' · ')}${detail === undefined ? '' : `: ${detail.message}`}`;
}
