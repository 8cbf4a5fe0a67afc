import { ADDITIONAL_PROPERTY_FLAG, buttonId, canExpand, descriptionId, errorId } from '@rjsf/utils';
import type {
  ArrayFieldItemTemplateProps,
  ArrayFieldTemplateProps,
  DescriptionFieldProps,
  FieldErrorProps,
  FieldPathId,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  RJSFSchema,
  WrapIfAdditionalTemplateProps,
} from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { asksNoMore } from './formSchema.ts';
import { useProblemWords } from './useProblemWords.ts';

const holdsOthers = ({ type, oneOf, anyOf }: RJSFSchema): boolean =>
  type === 'object' || type === 'array' || oneOf !== undefined || anyOf !== undefined;

/** Of all arguments; the second where they are of several kinds. */
const rootIds: ReadonlySet<string> = new Set(['root', 'root_XxxOf']);

/** A label beside its control, and under it what it is for and what is wrong. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, schema, children, errors, description, fieldPathId } = props;
  const { t } = useTranslation('trying');
  // A value that can only be this one, and is, needs no field.
  const isGiven = schema.const !== undefined && props.formData === schema.const;
  if (props.hidden || isGiven) return <div hidden>{children}</div>;
  const isRoot = rootIds.has(id);
  const place = placeOf(fieldPathId, schema);
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
          {place ?? props.label}
          {props.required === true && !isItem(fieldPathId) && (
            <span className="quiet"> {t('required')}</span>
          )}
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

/** An item of a list is there or not; and nobody has to be told to choose the kind of a value. */
const isItem = ({ path, $id }: FieldPathId): boolean =>
  typeof path.at(-1) === 'number' || $id.endsWith('__internal_type_selector');

/** An item of a list goes by its place, which is there anyway: "1", not "names-1 required". */
const placeOf = ({ path }: FieldPathId, { title }: RJSFSchema): string | undefined => {
  const last = path.at(-1);
  return typeof last === 'number' && title === undefined ? String(last + 1) : undefined;
};

/** One of a list, or several: one control, though it is a union or an array. */
const hasChoices = ({ type, items, uniqueItems, oneOf }: RJSFSchema): boolean => {
  if (isList(oneOf)) return true;
  if (type !== 'array' || uniqueItems !== true) return false;
  return (
    typeof items === 'object' &&
    !Array.isArray(items) &&
    (items.enum !== undefined || isList(items.oneOf))
  );
};
const isList = (options: RJSFSchema['oneOf']): boolean =>
  options !== undefined && options.every((one) => typeof one === 'object' && 'const' in one);

export function DescriptionField({ id, description }: DescriptionFieldProps) {
  if (description === undefined || description === '') return null;
  return (
    <p id={id} className="under outside">
      {description}
    </p>
  );
}

export function FieldErrors({ errors = [], fieldPathId }: FieldErrorProps) {
  const say = useProblemWords();
  if (errors.length === 0) return null;
  return (
    <ul id={errorId(fieldPathId)} className="under st-failed">
      {errors.map((error, index) => (
        // They are made anew each time.
        <li key={index}>{typeof error === 'string' ? say(error) : error}</li>
      ))}
    </ul>
  );
}

/** What stands in a frame: the fields of an object, the items of a list. */
function Group(props: {
  id: string;
  title: string | undefined;
  required: boolean;
  description: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation('trying');
  return (
    <fieldset className="try-group" id={props.id}>
      <legend>
        {props.title}
        {props.required && <span className="quiet"> {t('required')}</span>}
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
  const isRoot = rootIds.has(fieldPathId.$id);
  const isUnionOnly =
    (schema.oneOf ?? schema.anyOf) !== undefined && !schema.properties && properties.length === 0;
  if (isUnionOnly) return null;
  const canAdd = schema[asksNoMore] !== true && canExpand(schema, uiSchema, formData);
  const fields = (
    <>
      {properties.map(({ name, content }) => (
        <div key={name} className="try-property">
          {content}
        </div>
      ))}
      {canAdd && (
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
    const isEmpty = properties.length === 0 && !canAdd && !schema.oneOf && !schema.anyOf;
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
      title={placeOf(fieldPathId, schema) ?? title}
      required={required === true && !isItem(fieldPathId)}
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
      title={placeOf(fieldPathId, schema) ?? title}
      required={required === true && !isItem(fieldPathId)}
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
