import { useTranslation } from 'react-i18next';
import { boardName, lead, person } from '../../../shared/team.ts';

/** What a member of a team is called on screen. */
export function useMemberName(): (name: string) => string {
  const { t } = useTranslation('teammates');
  const own = new Map([
    [lead, t('who.lead')],
    [person, t('who.you')],
    [boardName, t('who.board')],
  ]);
  return (name) => own.get(name) ?? name;
}
