/** Arguments that fit a flat input schema: the least a call needs. */
export function exampleArguments(schema: unknown): Record<string, unknown> {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
    readonly required?: readonly string[];
  };
  return Object.fromEntries(required.map((key) => [key, example(properties[key]?.type)]));
}

function example(type: unknown): unknown {
  switch (type) {
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return 'example';
  }
}
