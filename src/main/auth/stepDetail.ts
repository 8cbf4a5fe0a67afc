import type { AppError } from '../../shared/errors.ts';
import { AppFailure } from '../../shared/errors.ts';

const details = {
  awaited: 'its answer is awaited',
  'no-browser': 'the browser could not be opened',
  'called-off': 'it was called off',
  'configured-client': 'the configured client id is used',
  'known-client': 'the client id that is known there is used',
  'metadata-document': 'the metadata document of Patchbay is used as client id',
  registered: 'Patchbay was registered',
  'web-page': 'a web page is there instead',
  over: 'the sign-in is over: the authorization server takes its refresh token no more',
  'stored-used': 'the refresh token was no longer the stored one; the stored tokens are used',
  kept: 'the tokens could not be renewed for now; they are kept',
} as const;

/** What a step of a sign-in found, in English for the log and as a code for the window. */
export const stepDetail = (found: keyof typeof details): AppError => ({
  code: `auth/step-${found}`,
  message: details[found],
});

/** The headers that a program gives, by name. */
export function headersDetail(names: readonly string[]): AppError {
  if (names.length === 0) return { code: 'auth/step-no-header', message: 'gives no header' };
  const params = { names: names.join(', ') };
  return { code: 'auth/step-headers', message: `gives ${params.names}`, params };
}

/** Why a step was refused. */
export const refusalDetail = (thrown: unknown): AppError =>
  thrown instanceof AppFailure ? thrown.error : stepDetail('called-off');
