import { useTranslation } from 'react-i18next';
import type { ToolVerdict } from '../../../../shared/server.ts';
import type { ToolNote } from '../../../../shared/toolNote.ts';

/** Why a tool was refused, or what was repaired of it, in the language shown; nothing of one as it is. */
export function useToolNotes(): (verdict: ToolVerdict) => string {
  const { t } = useTranslation('verdicts');
  const say = ({ code, params = {} }: ToolNote): string => t(`note.${code}`, params);
  return (verdict) => {
    if (verdict.kind === 'refused') return say(verdict.reason);
    return verdict.kind === 'repaired' ? verdict.notes.map(say).join(t('between')) : '';
  };
}
