import { ADDITIONAL_PROPERTY_FLAG, buttonId, canExpand, descriptionId, errorId } from '@rjsf/utils';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  DescriptionFieldProps,
  FallbackFieldTemplateProps,
  FieldErrorProps,
  FieldTemplateProps,
  MultiSchemaFieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  UnsupportedFieldProps,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

const holdsOthers = ({ type, oneOf, anyOf }: RJSFSchema): boolean =>
  type === 'object' || type === 'array' || oneOf !== undefined || anyOf !== undefined;

/** A label beside its control, and under it what it is for and what is wrong. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, schema, required, children, errors, description } = props;
  const { t } = useTranslation('trying');
  // A value that can only be this one, and is, needs no field.
  const isGiven = schema.const !== undefined && props.formData === schema.const;
  if (props.hidden || isGiven) return <div hidden>{children}</div>;
  const isRoot = id === 'root';
  if (holdsOthers(schema) && !hasChoices(schema)) {
    // It has a frame of its own, which carries the name.
    return (
      <AdditionalField {...props}>
        <div className={isRoot ? 'try-root' : 'try-nested'}>
          {children}
          {errors}
        </div>
      </AdditionalField>
    );
  }
  return (
    <AdditionalField {...props}>
      <div className="question-field">
        <label htmlFor={id} className="question-label">
          {label}
          {required && <span className="quiet"> {t('required')}</span>}
        </label>
        <div className="question-control">
          {children}
          {errors}
          {description}
        </div>
      </div>
    </AdditionalField>
  );
}

/** Several of a given list: one control, though it is an array. */
const hasChoices = ({ type, items, uniqueItems }: RJSFSchema): boolean =>
  type === 'array' &&
  uniqueItems === true &&
  typeof items === 'object' &&
  !Array.isArray(items) &&
  items.enum !== undefined;

export function DescriptionField({ id, description }: DescriptionFieldProps) {
  if (description === undefined || description === '') return null;
  return (
    <p id={id} className="under outside">
      {description}
    </p>
  );
}

export function FieldErrors({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null;
  return (
    <ul id={errorId(fieldPathId)} className="under st-failed">
      {errors.map((error, index) => (
        // They are made anew each time.
        <li key={index}>{error}</li>
      ))}
    </ul>
  );
}

/** What stands in a frame: the fields of an object, the items of a list. */
function Group(props: {
  id: string;
  title: string | undefined;
  required: boolean | undefined;
  description: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('trying');
  return (
    <fieldset className="try-group" id={props.id}>
      <legend>
        {props.title}
        {props.required === true && <span className="quiet"> {t('required')}</span>}
      </legend>
      {props.description}
      {props.children}
    </fieldset>
  );
}

export function ObjectField(props: ObjectFieldTemplateProps) {
  const { fieldPathId, properties, schema, uiSchema, formData, registry, required, title } = props;
  const { t } = useTranslation('trying');
  const { AddButton } = registry.templates.ButtonTemplates;
  const isRoot = fieldPathId.$id === 'root';
  const isUnionOnly =
    (schema.oneOf ?? schema.anyOf) !== undefined && !schema.properties && properties.length === 0;
  if (isUnionOnly) return null;
  const fields = (
    <>
      {properties.map(({ name, content }) => (
        <div key={name} className="try-property">
          {content}
        </div>
      ))}
      {canExpand(schema, uiSchema, formData) && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          registry={registry}
          {...(uiSchema && { uiSchema })}
          onClick={() => props.onAddProperty()}
        />
      )}
    </>
  );
  if (isRoot) {
    const isEmpty = properties.length === 0 && !schema.oneOf && !schema.anyOf;
    return (
      <div className="try-fields">
        {isEmpty && <p className="quiet">{t('noArguments')}</p>}
        {fields}
      </div>
    );
  }
  return (
    <Group
      id={fieldPathId.$id}
      title={title}
      required={required}
      description={<About id={descriptionId(fieldPathId)} schema={schema} />}
    >
      {fields}
    </Group>
  );
}

function About({ id, schema }: { id: string; schema: RJSFSchema }) {
  return schema.description === undefined ? null : (
    <p id={id} className="under outside">
      {schema.description}
    </p>
  );
}

export function ArrayField(props: ArrayFieldTemplateProps) {
  const { fieldPathId, items, schema, uiSchema, registry, required, title, canAdd } = props;
  const { AddButton } = registry.templates.ButtonTemplates;
  return (
    <Group
      id={fieldPathId.$id}
      title={title}
      required={required}
      description={<About id={descriptionId(fieldPathId)} schema={schema} />}
    >
      {items}
      {canAdd && (
        <AddButton
          id={buttonId(fieldPathId, 'add')}
          registry={registry}
          {...(uiSchema && { uiSchema })}
          onClick={props.onAddClick}
        />
      )}
    </Group>
  );
}

export function ArrayItem(props: ArrayFieldItemTemplateProps) {
  const { buttonsProps, children, hasToolbar, registry } = props;
  const { MoveUpButton, MoveDownButton, RemoveButton } = registry.templates.ButtonTemplates;
  const { hasMoveUp, hasMoveDown, hasRemove } = buttonsProps;
  return (
    <div className="try-item">
      <div className="grow">{children}</div>
      {hasToolbar && (
        <div className="try-item-acts">
          {hasMoveUp && <MoveUpButton registry={registry} onClick={buttonsProps.onMoveUpItem} />}
          {hasMoveDown && (
            <MoveDownButton registry={registry} onClick={buttonsProps.onMoveDownItem} />
          )}
          {hasRemove && <RemoveButton registry={registry} onClick={buttonsProps.onRemoveItem} />}
        </div>
      )}
    </div>
  );
}

/** Which of several kinds a value is of, and the value. */
export function UnionField({ schema, selector, optionSchemaField }: MultiSchemaFieldTemplateProps) {
  const { t } = useTranslation('trying');
  return (
    <div className="try-union">
      <div className="question-field">
        <span className="question-label">{schema.title ?? t('kind')}</span>
        <div className="question-control">{selector}</div>
      </div>
      {optionSchemaField}
    </div>
  );
}

export function AnyField({ typeSelector, schemaField }: FallbackFieldTemplateProps) {
  return (
    <div className="try-any">
      {typeSelector}
      {schemaField}
    </div>
  );
}

export function UnsupportedField(_props: UnsupportedFieldProps) {
  const { t } = useTranslation('trying');
  return <p className="under">{t('unsupported')}</p>;
}

/** A field that the schema does not name carries its name in a control of its own. */
export function AdditionalField(props: WrapIfAdditionalTemplateProps) {
  const { id, label, schema, children, registry, uiSchema } = props;
  const { t } = useTranslation('trying');
  if (!(ADDITIONAL_PROPERTY_FLAG in schema)) return <>{children}</>;
  const { RemoveButton } = registry.templates.ButtonTemplates;
  return (
    <div className="try-item">
      <div className="grow">
        <div className="question-field">
          <label htmlFor={`${id}-key`} className="question-label">
            {t('name')}
          </label>
          <div className="question-control">
            <input
              key={label}
              id={`${id}-key`}
              type="text"
              defaultValue={label}
              onBlur={props.onKeyRenameBlur}
            />
          </div>
        </div>
        {children}
      </div>
      <div className="try-item-acts">
        <RemoveButton
          id={buttonId(id, 'remove')}
          registry={registry}
          {...(uiSchema && { uiSchema })}
          onClick={props.onRemoveProperty}
        />
      </div>
    </div>
  );
}
