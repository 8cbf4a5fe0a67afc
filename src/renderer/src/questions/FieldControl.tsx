import { useTranslation } from 'react-i18next';
import type { FormField } from '../../../shared/formFields.ts';
import { Select } from '../ui/Select.tsx';
import type { DraftValue } from './QuestionField.tsx';

type Props = {
  readonly id: string;
  readonly labelId: string;
  readonly noteId: string | undefined;
  readonly field: FormField;
  readonly value: DraftValue;
  readonly problem: object | undefined;
  readonly onChange: (value: DraftValue, bad?: boolean) => void;
};

const inputTypes = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' };
/** A text that may be so long gets a box of several lines. */
const longText = 200;

/** The control for one field of a form, as its kind asks for. */
export function FieldControl({ id, labelId, noteId, field, value, problem, onChange }: Props) {
  const { t } = useTranslation('questions');
  const common = {
    id,
    'aria-describedby': noteId,
    'aria-invalid': problem !== undefined,
    'aria-required': field.required,
  };
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'text':
      return field.format === undefined && (field.maxLength ?? 0) > longText ? (
        <textarea
          {...common}
          rows={3}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...common}
          type={field.format === undefined ? 'text' : inputTypes[field.format]}
          step={field.format === 'date-time' ? 1 : undefined}
          value={text}
          spellCheck={field.format === undefined}
          onChange={({ target }) => onChange(target.value, target.validity.badInput)}
        />
      );
    case 'number':
      return (
        <input
          {...common}
          type="text"
          inputMode={field.integer ? 'numeric' : 'decimal'}
          className="num"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'boolean':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
        />
      );
    case 'choice':
      return (
        <Select
          id={id}
          label={field.label}
          {...(noteId !== undefined && { describedBy: noteId })}
          invalid={problem !== undefined}
          className="btn choice"
          value={text}
          options={
            field.required && field.default !== undefined
              ? field.options
              : [{ value: '', label: t('form.none') }, ...field.options]
          }
          onChange={onChange}
        />
      );
    case 'choices':
      return <Choices {...{ id, labelId, noteId, field, value, onChange }} />;
  }
}

type ChoicesProps = Omit<Props, 'field' | 'problem'> & {
  readonly field: Extract<FormField, { kind: 'choices' }>;
};

/** Several of a list, in the list's order. */
function Choices({ id, labelId, noteId, field, value, onChange }: ChoicesProps) {
  const chosen = new Set(typeof value === 'object' ? value : []);
  const toggle = (option: string, on: boolean) => {
    if (on) chosen.add(option);
    else chosen.delete(option);
    onChange(field.options.flatMap((one) => (chosen.has(one.value) ? [one.value] : [])));
  };
  return (
    <div
      id={id}
      role="group"
      tabIndex={-1}
      className="choices"
      aria-labelledby={labelId}
      aria-describedby={noteId}
    >
      {field.options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.has(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
