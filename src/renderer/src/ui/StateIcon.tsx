import { useTranslation } from 'react-i18next';
import type { ConnectionStateKind } from '../../../shared/server.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './iconPaths.ts';

type Look = { readonly icon: IconName; readonly tone: string };

/** The silhouette tells the states apart without colour; the word always stands beside it. */
const looks: Record<ConnectionStateKind, Look> = {
  connected: { icon: 'st-ok', tone: 'st-ok' },
  starting: { icon: 'st-starting', tone: 'st-starting' },
  installing: { icon: 'st-starting', tone: 'st-starting' },
  'signing-in': { icon: 'st-starting', tone: 'st-starting' },
  backoff: { icon: 'st-backoff', tone: 'st-backoff' },
  failed: { icon: 'st-failed', tone: 'st-failed' },
  'needs-auth': { icon: 'st-auth', tone: 'st-auth' },
  stopped: { icon: 'st-stopped', tone: 'st-stopped' },
  disabled: { icon: 'st-disabled', tone: 'st-disabled' },
};

/** The colour class of a state, for the word beside its icon. */
export const stateTone = (kind: ConnectionStateKind): string => looks[kind].tone;

export function StateIcon({
  kind,
  className = '',
}: {
  kind: ConnectionStateKind;
  className?: string;
}) {
  const { icon, tone } = looks[kind];
  return <Icon name={icon} className={`st ${tone} ${className}`} />;
}

/** The word for a state, such as "Connected". */
export function useStateWord(): (kind: ConnectionStateKind) => string {
  const { t } = useTranslation('common');
  return (kind) => t(`state.${kind}`);
}
