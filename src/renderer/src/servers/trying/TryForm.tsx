// Not the package's index, which brings a checker along that the page's policy forbids.
import withTheme from '@rjsf/core/lib/withTheme.js';
import type { ThemeProps } from '@rjsf/core/lib/withTheme.js';
import { TranslatableString, englishStringTranslator } from '@rjsf/utils';
import type { RJSFValidationError } from '@rjsf/utils';
import { useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Arguments } from '../../store/tries.ts';
import { completeArguments } from './completeArguments.ts';
import { formSchema } from './formSchema.ts';
import {
  AdditionalField,
  ArrayField,
  ArrayItem,
  DescriptionField,
  FieldErrors,
  FieldTemplate,
  ObjectField,
} from './formTemplates.tsx';
import {
  AddButton,
  BaseInput,
  CheckWidget,
  ChoiceWidget,
  ChoicesWidget,
  MoveDownButton,
  MoveUpButton,
  RemoveButton,
} from './formWidgets.tsx';
import { AnyField, CyclicField, UnionField, UnsupportedField } from './kindTemplates.tsx';
import { schemaValidator } from './schemaValidator.ts';
import { useProblemWords } from './useProblemWords.ts';

const theme: ThemeProps<Arguments> = {
  templates: {
    ArrayFieldTemplate: ArrayField,
    ArrayFieldItemTemplate: ArrayItem,
    BaseInputTemplate: BaseInput,
    CyclicSchemaExpandTemplate: CyclicField,
    DescriptionFieldTemplate: DescriptionField,
    FallbackFieldTemplate: AnyField,
    FieldErrorTemplate: FieldErrors,
    FieldTemplate,
    MultiSchemaFieldTemplate: UnionField,
    ObjectFieldTemplate: ObjectField,
    UnsupportedFieldTemplate: UnsupportedField,
    WrapIfAdditionalTemplate: AdditionalField,
    ButtonTemplates: { AddButton, RemoveButton, MoveUpButton, MoveDownButton },
  },
  widgets: {
    CheckboxWidget: CheckWidget,
    CheckboxesWidget: ChoicesWidget,
    SelectWidget: ChoiceWidget,
    RadioWidget: ChoiceWidget,
    FileWidget: BaseInput,
    DateTimeWidget: BaseInput,
    TimeWidget: BaseInput,
  },
};
const ThemedForm = withTheme<Arguments>(theme);

type Props = {
  readonly label: string;
  /** As the server states it. */
  readonly schema: unknown;
  readonly input: Arguments;
  readonly onChange: (input: Arguments) => void;
  /** Called with arguments that fit the schema. */
  readonly onRun: (input: Arguments) => void;
  /** The buttons under the fields. */
  readonly children: ReactNode;
};

/** The arguments of a tool as a form made from its JSON Schema. */
export function TryForm({ label, schema, input, onChange, onRun, children }: Props) {
  const { t } = useTranslation('trying');
  const shape = useMemo(() => formSchema(schema, t('none')), [schema, t]);
  const validator = useMemo(() => schemaValidator(schema), [schema]);
  const say = useProblemWords();
  const frame = useRef<HTMLDivElement>(null);
  const [unmarked, setUnmarked] = useState<RJSFValidationError>();
  /** The marks stand already: a schema may ask for what has no field, or for what nothing fits. */
  const refused = (errors: readonly RJSFValidationError[]): void => {
    const marks = frame.current?.querySelectorAll<HTMLElement>('ul.st-failed') ?? [];
    setUnmarked([...marks].some((mark) => mark.offsetParent !== null) ? undefined : errors[0]);
  };
  const at = unmarked?.property?.replace(/^\./, '') ?? '';
  const translate = (text: TranslatableString, params?: string[]): string => {
    if (text === TranslatableString.ArrayItemTitle) return t('item');
    if (text === TranslatableString.NewStringDefault) return '';
    if (text === TranslatableString.Type) return t('kind');
    if (text === TranslatableString.Value) return t('value');
    if (text === TranslatableString.YesLabel) return 'true';
    if (text === TranslatableString.NoLabel) return 'false';
    return englishStringTranslator(text, params);
  };
  return (
    <div ref={frame} className="try-form" role="group" aria-label={label}>
      <ThemedForm
        schema={shape}
        validator={validator}
        formData={input}
        noHtml5Validate
        showErrorList={false}
        focusOnFirstError
        useFallbackUiForUnsupportedType
        translateString={translate}
        experimental_defaultFormStateBehavior={{
          arrayMinItems: { populate: 'requiredOnly' },
          constAsDefaults: 'skipOneOf',
          emptyObjectFields: 'skipEmptyDefaults',
        }}
        onChange={({ formData }) => {
          setUnmarked(undefined);
          onChange(formData ?? {});
        }}
        onSubmit={({ formData }) => onRun(completeArguments(schema, formData ?? {}))}
        onError={refused}
      >
        {unmarked && (
          <p className="under st-failed" role="alert">
            {t('unmarked', {
              problem: [at, say(unmarked.message ?? '')].filter((part) => part !== '').join(': '),
            })}
          </p>
        )}
        {children}
      </ThemedForm>
    </div>
  );
}
