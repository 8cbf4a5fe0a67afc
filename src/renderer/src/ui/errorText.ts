import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';

const codes = { ns: 'errors', keySeparator: false, nsSeparator: false } as const;

/**
 * The sentence for an error in the language shown; a code without one keeps its own message. A
 * `cause` that is itself a code, as of a retry, is put in as its own sentence, and a `why` that is one
 * as its half of it.
 */
export function errorText(i18n: i18n, error: AppError): string {
  const { cause, count, ...rest } = error.params ?? {};
  const options = { ...codes, ...(typeof count === 'number' ? { count } : {}) };
  if (!i18n.exists(error.code, options)) return error.message;
  const params = { ...error.params };
  if (typeof params['why'] === 'string') params['why'] = whyText(i18n, params['why']);
  if (typeof cause === 'string' && cause !== error.code) {
    params['cause'] = errorText(i18n, { code: cause, message: cause, params: rest });
  }
  return i18n.t(error.code, { ...options, replace: params }).trim();
}

/** The half of a sentence that a code stands for; what others say is kept as it is. */
function whyText(i18n: i18n, why: string): string {
  return i18n.exists(why, codes) ? i18n.t(why, codes) : why;
}

/** The same for where it stands by itself. */
export function useWhyText(): (why: string) => string {
  const { i18n } = useTranslation('errors');
  return (why) => whyText(i18n, why);
}

export function useErrorText(): (error: AppError) => string {
  const { i18n } = useTranslation('errors');
  return (error) => errorText(i18n, error);
}
