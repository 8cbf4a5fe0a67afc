import { useTranslation } from 'react-i18next';
import type { PathOrigin } from '../../../../shared/doctor.ts';
import { formatTime } from '../../ui/format.ts';

/** Says where a PATH comes from, such as "login shell (zsh)"; in full also when it was read. */
export function usePathWords(): (path: PathOrigin, inFull?: boolean) => string {
  const { t } = useTranslation('servers');
  return ({ source, shell, readAt, reason }, inFull = false) => {
    if (source === 'login-shell') {
      const name = shell === undefined ? t('path.shell') : t('path.shellNamed', { shell });
      if (!inFull || readAt === undefined) return name;
      return t('path.read', { from: name, time: formatTime(readAt) });
    }
    if (reason === undefined || !inFull) return t('path.own');
    return t('path.ownBecause', { reason: t(`path.reason.${reason}`, { shell: shell ?? '' }) });
  };
}
