import { ariaDescribedByIds } from '@rjsf/utils';
import type { BaseInputTemplateProps, IconButtonProps, WidgetProps } from '@rjsf/utils';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/iconPaths.ts';
import { Select } from '../../ui/Select.tsx';
import { isComposing } from '../../ui/inputMethod.ts';

const mostRows = 8;

/** What all controls share. Empty is not given at all, which the schema may then miss. */
function common({ id, required = false, rawErrors = [] }: WidgetProps) {
  return {
    id,
    'aria-required': required,
    'aria-invalid': rawErrors.length > 0,
    'aria-describedby': ariaDescribedByIds(id),
  };
}

/** A text. Enter sends the form, as in a field of one line; with Shift it begins another line. */
function TextInput(props: WidgetProps) {
  const { value } = props;
  const text = shown(value);
  return (
    <textarea
      {...common(props)}
      placeholder={placeholderOf(props.schema)}
      rows={Math.min(mostRows, text.split('\n').length)}
      value={text}
      spellCheck={false}
      onChange={(event) =>
        props.onChange(event.target.value === '' ? undefined : event.target.value)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        event.currentTarget.form?.requestSubmit();
      }}
    />
  );
}

/** What is no text came by JSON, and is seen as it is. */
const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value ?? undefined) ?? '');

/** Of formats whose form nobody knows by heart (JSON Schema validation, 7.3). */
const samples = new Map([
  ['date-time', '2026-12-31T23:59:00Z'],
  ['time', '23:59:00Z'],
  ['duration', 'P1DT12H'],
]);

function placeholderOf({ examples, format = '' }: WidgetProps['schema']): string | undefined {
  const example: unknown = Array.isArray(examples) ? examples[0] : undefined;
  if (typeof example === 'string' || typeof example === 'number') return String(example);
  return samples.get(format);
}

// Not `color`, which has one even where none was chosen.
const kinds = new Set(['date', 'password']);

export function BaseInput(props: BaseInputTemplateProps) {
  const { schema, type = '', value } = props;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  if (!isNumber && !kinds.has(type)) return <TextInput {...(props as WidgetProps)} />;
  const change = props.onChangeOverride;
  return (
    <input
      {...common(props as WidgetProps)}
      type={isNumber ? 'text' : type}
      inputMode={isNumber ? 'decimal' : undefined}
      className={isNumber ? 'num' : undefined}
      placeholder={placeholderOf(schema)}
      value={shown(value)}
      autoComplete="off"
      onChange={
        change ??
        ((event) => props.onChange(event.target.value === '' ? undefined : event.target.value))
      }
    />
  );
}

/** So many can be looked through; of more, one is found by typing. */
const mostOptions = 200;

/** One of a long list, found by typing. What stands in no list is told when it is checked. */
function ListedInput(props: WidgetProps) {
  const { enumOptions = [] } = props.options;
  const known = enumOptions.find(({ value }) => value === props.value);
  return (
    <>
      <input
        {...common(props)}
        type="text"
        list={`${props.id}-list`}
        autoComplete="off"
        value={known?.label ?? shown(props.value)}
        onChange={({ target: { value } }) => {
          const chosen = enumOptions.find(({ label }) => label === value);
          props.onChange(value === '' ? undefined : chosen ? chosen.value : value);
        }}
      />
      <datalist id={`${props.id}-list`}>
        {enumOptions.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
    </>
  );
}

/** One of a list, or none of it where it need not be given. */
export function ChoiceWidget(props: WidgetProps) {
  const { t } = useTranslation('trying');
  if (props.multiple === true) return <ChoicesWidget {...props} />;
  const { enumOptions = [] } = props.options;
  const index = enumOptions.findIndex(({ value }) => value === props.value);
  const isUnion = props.id.endsWith('of_select');
  const options = enumOptions.map(({ label }, at) => ({ value: String(at), label }));
  if (options.length > mostOptions) return <ListedInput {...props} />;
  return (
    <Select
      id={props.id}
      label={props.label === '' ? t('kind') : props.label}
      className="btn choice"
      invalid={(props.rawErrors ?? []).length > 0}
      value={index < 0 ? '' : String(index)}
      options={isUnion ? options : [{ value: '', label: t('none') }, ...options]}
      onChange={(at) => props.onChange(at === '' ? undefined : enumOptions[Number(at)]?.value)}
    />
  );
}

export function CheckWidget(props: WidgetProps) {
  return (
    <input
      {...common(props)}
      type="checkbox"
      checked={props.value === true}
      onChange={(event) => props.onChange(event.target.checked)}
    />
  );
}

/** Several of a list. */
export function ChoicesWidget(props: WidgetProps) {
  const { enumOptions = [] } = props.options;
  const chosen: readonly unknown[] = Array.isArray(props.value) ? props.value : [];
  return (
    <div id={props.id} role="group" tabIndex={-1} className="choices" aria-label={props.label}>
      {enumOptions.map(({ value, label }) => (
        <label key={label}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              props.onChange(
                enumOptions
                  .map((one) => one.value as unknown)
                  .filter((one) => (one === value ? event.target.checked : chosen.includes(one))),
              )
            }
          />
          {label}
        </label>
      ))}
    </div>
  );
}

const iconButton = (icon: IconName, word: 'remove' | 'up' | 'down') =>
  function IconButton({ id, onClick, disabled }: IconButtonProps) {
    const { t } = useTranslation('trying');
    return (
      <button
        type="button"
        id={id}
        className="icon sm"
        aria-label={t(word)}
        title={t(word)}
        disabled={disabled}
        onClick={onClick}
      >
        <Icon name={icon} />
      </button>
    );
  };

export const RemoveButton = iconButton('x', 'remove');
export const MoveUpButton = iconButton('chev-u', 'up');
export const MoveDownButton = iconButton('chev-d', 'down');

export function AddButton({ id, onClick, disabled }: IconButtonProps) {
  const { t } = useTranslation('trying');
  return (
    <button type="button" id={id} className="btn sm try-add" disabled={disabled} onClick={onClick}>
      <Icon name="plus" className="s14" />
      {t('add')}
    </button>
  );
}
