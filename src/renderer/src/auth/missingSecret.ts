import type { SignInFlow } from '../../../shared/auth.ts';

/** The client whose secret a sign-in failed for want of; undefined where that is not what it needs. */
export function missingSecret(flow: SignInFlow): string | undefined {
  if (flow.kind !== 'failed' || flow.cause.code !== 'auth/needs-secret') return undefined;
  const client = flow.cause.params?.['client'];
  return typeof client === 'string' ? client : undefined;
}
