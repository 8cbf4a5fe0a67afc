import { useTranslation } from 'react-i18next';
import { readProblem } from './schemaProblem.ts';

/** What a problem of the form (see schemaProblem) is in words. */
export function useProblemWords(): (text: string) => string {
  const { t } = useTranslation('trying');
  return (text) => {
    const { keyword, value } = readProblem(text) ?? { keyword: text };
    if (keyword === 'required') return t('problem.required');
    if (keyword === 'inexact') return t('problem.inexact');
    return t('problem.keyword', { rule: value === undefined ? keyword : `${keyword}: ${value}` });
  };
}
