import { Ajv } from 'ajv';
import type { ErrorObject, Options, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { isBoundedPattern } from '../../../shared/boundedPattern.ts';
import { isRecord } from '../../../shared/jsonPointer.ts';

const maxSchemaCharacters = 200_000;
const maxProblems = 8;

/**
 * Checks a model's arguments against the schema a server stated. A schema that can't be compiled
 * (wrong, remote references, patterns that could run for ever) is not checked: the server will.
 */
export class ArgumentChecker {
  readonly #draft7 = new Ajv(options);
  readonly #draft2020 = new Ajv2020(options);
  readonly #compiled = new WeakMap<object, ValidateFunction | 'unchecked'>();

  /** What is wrong with the arguments, one problem a line; undefined when they fit. */
  check(schema: unknown, input: unknown): string | undefined {
    if (!isRecord(schema)) return undefined;
    const validate = this.#compiled.get(schema) ?? this.#compile(schema);
    if (validate === 'unchecked' || validate(input)) return undefined;
    const problems = [...new Set((validate.errors ?? []).map(sentence))];
    const more = problems.length - maxProblems;
    return [
      ...problems.slice(0, maxProblems),
      ...(more > 0 ? [`and ${more} more problems`] : []),
    ].join('\n');
  }

  #compile(schema: object): ValidateFunction | 'unchecked' {
    let validate: ValidateFunction | 'unchecked' = 'unchecked';
    try {
      if (JSON.stringify(schema).length <= maxSchemaCharacters) {
        const nameless = Object.fromEntries(
          Object.entries(schema).filter(([keyword]) => keyword !== '$id' && keyword !== 'id'),
        );
        validate = this.#ajvFor(schema).compile(nameless);
      }
    } catch {
      // Stays unchecked.
    }
    this.#compiled.set(schema, validate);
    return validate;
  }

  #ajvFor(schema: object): Ajv {
    const dialect = '$schema' in schema ? String(schema.$schema) : '';
    return /draft-0[467]/.test(dialect) ? this.#draft7 : this.#draft2020;
  }
}

const options: Options = {
  strict: false,
  allErrors: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
  code: { regExp: Object.assign(boundedRegExp, { code: 'boundedRegExp' }) },
};

const maxMatched = 500;

/**
 * A server's pattern runs on what a model wrote, on our only thread: patterns that can backtrack
 * without end are refused (the schema is then not checked), long texts are not matched.
 */
function boundedRegExp(pattern: string, flags: string) {
  if (!isBoundedPattern(pattern)) throw new Error('unsafe pattern');
  const expression = new RegExp(pattern, flags);
  const test = (text: string): boolean => text.length > maxMatched || expression.test(text);
  // Ajv tells patterns apart by their text.
  return { test, toString: () => String(expression) };
}

function sentence({ instancePath, keyword, message, params }: ErrorObject): string {
  const where = instancePath === '' ? 'the arguments' : instancePath.slice(1).replace(/\//g, '.');
  const what = `${where} ${message ?? 'are not valid'}`;
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
    return `${what}: ${JSON.stringify(name)}`;
  }
  if (keyword === 'enum') return `${what}: ${JSON.stringify(params['allowedValues'])}`;
  if (keyword === 'const') return `${what}: ${JSON.stringify(params['allowedValue'])}`;
  return what;
}
