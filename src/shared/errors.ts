import { z } from 'zod';

/** What a button beside an error can do about it. The renderer owns the words and the doing. */
export const ErrorAction = z.enum([
  'edit-config',
  'edit-server',
  'start-server',
  'restart-server',
  'open-settings',
  'add-key',
  'retry',
  'sign-in',
]);
export type ErrorAction = z.infer<typeof ErrorAction>;

/**
 * An expected failure, as plain data, so that it survives IPC, the store and the log.
 * `code` is stable (`room/what`) and is the key of the translated sentence; `params` fill it;
 * `message` is the English sentence for logs and for codes a translation does not know.
 */
export const AppError = z.object({
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  action: ErrorAction.optional(),
});
export type AppError = z.infer<typeof AppError>;

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: AppError };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = <T>(error: AppError): Result<T> => ({ ok: false, error });

/** Carries an {@link AppError} through code that can only throw. */
export class AppFailure extends Error {
  override readonly name = 'AppFailure';
  constructor(readonly error: AppError) {
    super(error.message);
  }
}

/** The expected failure inside anything thrown; an unknown one becomes `app/unexpected`. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppFailure) return thrown.error;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: 'app/unexpected', message, params: { message } };
}

/** Makes a switch over a union fail to compile when a case is missing. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
