import type { BundleOption, UserValue } from '../../../shared/adding.ts';
import { AppFailure } from '../../../shared/errors.ts';

export type UserValues = ReadonlyMap<string, UserValue>;

/**
 * What was given for a bundle's options, with the defaults where nothing was. `kept` are sensitive
 * ones that the keychain has from before. Throws AppFailures `adding/value-required` {title},
 * `adding/value-type` {title, type} and `adding/value-range` {title, min, max}.
 */
export function checkUserValues(
  options: readonly BundleOption[],
  given: UserValues,
  kept: ReadonlySet<string>,
): UserValues {
  const values = new Map<string, UserValue>();
  for (const option of options) {
    const value = isNothing(given.get(option.key)) ? option.default : given.get(option.key);
    if (value === undefined || isNothing(value)) {
      if (option.required && !kept.has(option.key)) {
        throw wrong('required', `${option.title} is needed.`, { title: option.title });
      }
      continue;
    }
    values.set(option.key, checked(option, value));
  }
  return values;
}

const isNothing = (value: UserValue | undefined): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

function checked(option: BundleOption, value: UserValue): UserValue {
  const { title, type, multiple, min, max } = option;
  const wrongType = () => wrong('type', `${title} must be a ${type}.`, { title, type });
  if (type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType();
    if (value < (min ?? -Infinity) || value > (max ?? Infinity)) {
      const range = { min: String(min ?? '-∞'), max: String(max ?? '∞') };
      const message = `${title} must be from ${range.min} to ${range.max}.`;
      throw wrong('range', message, { title, ...range });
    }
    return value;
  }
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw wrongType();
    return value;
  }
  if (multiple) {
    if (typeof value === 'string') return [value];
    if (!Array.isArray(value)) throw wrongType();
    return value;
  }
  if (Array.isArray(value) && value.length === 1 && value[0] !== undefined) return value[0];
  if (typeof value !== 'string') throw wrongType();
  return value;
}

function wrong(
  what: string,
  message: string,
  params: Readonly<Record<string, string | number>>,
): AppFailure {
  return new AppFailure({ code: `adding/value-${what}`, message, params });
}
