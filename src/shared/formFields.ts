import { z } from 'zod';

/** One of the values to choose from. `label` is the value itself where the server gave no title. */
export type FormOption = { readonly value: string; readonly label: string };

type About = {
  readonly name: string;
  /** The server's title, or the name. */
  readonly label: string;
  readonly description: string;
  readonly required: boolean;
};

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** A field of a form that a server asks for (MCP elicitation, PrimitiveSchemaDefinition). */
export type FormField =
  | (About & {
      readonly kind: 'text';
      readonly format?: TextFormat | undefined;
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      readonly default?: string | undefined;
    })
  | (About & {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
      readonly default?: number | undefined;
    })
  | (About & { readonly kind: 'boolean'; readonly default?: boolean | undefined })
  | (About & {
      readonly kind: 'choice';
      readonly options: readonly FormOption[];
      readonly default?: string | undefined;
    })
  | (About & {
      readonly kind: 'choices';
      readonly options: readonly FormOption[];
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
      readonly default?: readonly string[] | undefined;
    });

const about = { title: z.string().optional(), description: z.string().optional() };
const titled = z.array(z.object({ const: z.string(), title: z.string() }));

const Property = z.union([
  z.object({
    ...about,
    type: z.literal('string'),
    oneOf: titled,
    default: z.string().optional(),
  }),
  z.object({
    ...about,
    type: z.literal('string'),
    enum: z.array(z.string()),
    /** Titles as revision 2025-06-18 had them. */
    enumNames: z.array(z.string()).optional(),
    default: z.string().optional(),
  }),
  z.object({
    ...about,
    type: z.literal('array'),
    items: z.union([
      z.object({ anyOf: titled }),
      z.object({ type: z.literal('string'), enum: z.array(z.string()) }),
    ]),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    default: z.array(z.string()).optional(),
  }),
  z.object({ ...about, type: z.literal('boolean'), default: z.boolean().optional() }),
  z.object({
    ...about,
    type: z.enum(['number', 'integer']),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({
    ...about,
    type: z.literal('string'),
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional().catch(undefined),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    default: z.string().optional(),
  }),
]);
type Property = z.infer<typeof Property>;

const FormSchema = z.object({
  properties: z.record(z.string(), Property),
  required: z.array(z.string()).optional(),
});

/** The fields of a requestedSchema in its order; undefined when it holds more than a flat form may. */
export function formFields(schema: unknown): readonly FormField[] | undefined {
  const parsed = FormSchema.safeParse(schema);
  if (!parsed.success) return undefined;
  const required = new Set(parsed.data.required);
  return Object.entries(parsed.data.properties).map(([name, property]) =>
    fieldOf(
      {
        name,
        label: property.title?.trim() || name,
        description: property.description?.trim() ?? '',
        required: required.has(name),
      },
      property,
    ),
  );
}

function fieldOf(base: About, property: Property): FormField {
  if ('oneOf' in property) {
    return {
      ...base,
      kind: 'choice',
      options: titledOptions(property.oneOf),
      default: property.default,
    };
  }
  if ('enum' in property) {
    const titles = property.enumNames ?? [];
    const options = property.enum.map((value, at) => ({ value, label: titles[at] ?? value }));
    return { ...base, kind: 'choice', options, default: property.default };
  }
  switch (property.type) {
    case 'array': {
      const { items, minItems, maxItems } = property;
      const options =
        'anyOf' in items
          ? titledOptions(items.anyOf)
          : items.enum.map((value) => ({ value, label: value }));
      return { ...base, kind: 'choices', options, minItems, maxItems, default: property.default };
    }
    case 'boolean':
      return { ...base, kind: 'boolean', default: property.default };
    case 'string': {
      const { format, minLength, maxLength } = property;
      return { ...base, kind: 'text', format, minLength, maxLength, default: property.default };
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = property;
      const integer = property.type === 'integer';
      return { ...base, kind: 'number', integer, minimum, maximum, default: property.default };
    }
  }
}

const titledOptions = (options: readonly { const: string; title: string }[]): FormOption[] =>
  options.map(({ const: value, title }) => ({ value, label: title }));
