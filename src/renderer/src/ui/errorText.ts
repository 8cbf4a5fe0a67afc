import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';

const codes = { ns: 'errors', keySeparator: false, nsSeparator: false } as const;

/** The sentence for an error in the language shown; a code without one keeps its own message. */
export function errorText(i18n: i18n, error: AppError): string {
  if (!i18n.exists(error.code, codes)) return error.message;
  const params = error.params ?? {};
  const count = params['count'];
  return i18n.t(error.code, {
    ...codes,
    replace: params,
    ...(typeof count === 'number' ? { count } : {}),
  });
}

export function useErrorText(): (error: AppError) => string {
  const { i18n } = useTranslation('errors');
  return (error) => errorText(i18n, error);
}
