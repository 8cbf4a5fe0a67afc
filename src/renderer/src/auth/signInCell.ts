import type { SignInView } from '../../../shared/auth.ts';
import type { ServerSummary } from '../../../shared/server.ts';

/** How a server knows who asks, in a word for its row; undefined where it asks nobody. */
export function signInCell(
  view: SignInView | undefined,
  state: ServerSummary['state'],
): 'in' | 'out' | 'working' | 'headers' | 'helper' | undefined {
  if (!view || view.means === 'none') return undefined;
  if (view.means === 'headers') return 'headers';
  if (view.means === 'headers-helper') return 'helper';
  if (view.flow.kind === 'working' || view.flow.kind === 'waiting') return 'working';
  if (state.kind === 'needs-auth') return 'out';
  return view.signedIn ? 'in' : undefined;
}
