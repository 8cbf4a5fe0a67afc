import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CompletionTarget } from '../../../shared/resource.ts';
import { useBridge } from '../api.ts';
import { isComposing } from '../ui/inputMethod.ts';

export type FormArgument = {
  readonly name: string;
  /** Shown instead of the name. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly required: boolean;
};

type Props = {
  readonly label: string;
  readonly server: string;
  readonly target: CompletionTarget;
  readonly args: readonly FormArgument[];
  readonly submitLabel: string;
  readonly busy: boolean;
  readonly autoFocus?: boolean;
  readonly onSubmit: (values: ReadonlyMap<string, string>) => void;
  readonly onCancel?: () => void;
};

/** A calm moment in typing, after which the server is asked for values. */
const calmMs = 150;

/** A field for each argument of a prompt or variable of a template; the server suggests values. */
export function ArgumentForm(props: Props) {
  const { label, args, submitLabel, busy, autoFocus = false, onSubmit, onCancel } = props;
  const { t } = useTranslation('offers');
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (autoFocus) form.current?.querySelector('input')?.focus();
  }, [autoFocus]);
  const isMissing = ({ name, required }: FormArgument) =>
    required && (values.get(name) ?? '').trim() === '';
  const submit = () => {
    setTried(true);
    const missing = args.findIndex(isMissing);
    if (missing >= 0) form.current?.querySelectorAll('input')[missing]?.focus();
    else onSubmit(new Map([...values].filter(([, value]) => value !== '')));
  };
  return (
    <form
      ref={form}
      className="argument-form"
      aria-label={label}
      noValidate
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !onCancel || isComposing(event.nativeEvent)) return;
        event.preventDefault();
        onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <div className="question-fields">
        {args.map((argument) => (
          <ArgumentField
            key={argument.name}
            {...props}
            argument={argument}
            values={values}
            isMissing={tried && isMissing(argument)}
            onChange={(value) => setValues(new Map(values).set(argument.name, value))}
          />
        ))}
      </div>
      <div className="answers">
        <button type="submit" className="btn primary" disabled={busy}>
          {submitLabel}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
      </div>
    </form>
  );
}

type FieldProps = Pick<Props, 'server' | 'target'> & {
  readonly argument: FormArgument;
  readonly values: ReadonlyMap<string, string>;
  readonly isMissing: boolean;
  readonly onChange: (value: string) => void;
};

function ArgumentField({ server, target, argument, values, isMissing, onChange }: FieldProps) {
  const { t } = useTranslation('offers');
  const id = useId();
  const [isFocused, setFocused] = useState(false);
  const { name, title = name, description = '', required } = argument;
  const value = values.get(name) ?? '';
  const suggestions = useSuggestions({ server, target, name, values }, isFocused);
  const note = isMissing ? t('missing') : description;
  return (
    <div className="question-field">
      <label htmlFor={id} className="question-label" title={name}>
        {title}
        {required && <span className="quiet"> {t('required')}</span>}
      </label>
      <div className="question-control">
        <input
          id={id}
          type="text"
          list={`${id}-values`}
          value={value}
          spellCheck={false}
          autoComplete="off"
          aria-required={required}
          aria-invalid={isMissing}
          aria-describedby={note === '' ? undefined : `${id}-note`}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          onChange={(event) => onChange(event.target.value)}
        />
        <datalist id={`${id}-values`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
        {note !== '' && (
          <p id={`${id}-note`} className={isMissing ? 'under st-failed' : 'under'}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

type Asked = Pick<Props, 'server' | 'target'> & {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
};

/** The values that the server suggests for an argument while it is being filled in. */
function useSuggestions({ server, target, name, values }: Asked, isActive: boolean) {
  const bridge = useBridge();
  const [found, setFound] = useState<readonly string[]>([]);
  const others = [...values].filter(([other, value]) => other !== name && value !== '');
  const question = JSON.stringify({
    server,
    target,
    argument: { name, value: values.get(name) ?? '' },
    context: Object.fromEntries(others),
  });
  useEffect(() => {
    if (!isActive) return;
    let isCurrent = true;
    const complete = async (): Promise<void> => {
      const result = await bridge.request('servers.complete', JSON.parse(question));
      // A field without suggestions is still a field.
      if (isCurrent) setFound(result.ok ? [...new Set(result.value)] : []);
    };
    const timer = setTimeout(() => void complete(), calmMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [bridge, question, isActive]);
  return found;
}
