import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import type { RowProblem, ValueRow } from './serverDraft.ts';

type Props = {
  readonly of: 'variable' | 'header';
  readonly rows: readonly ValueRow[];
  readonly problems: ReadonlyMap<number, RowProblem> | undefined;
  readonly onChange: (rows: readonly ValueRow[]) => void;
};

/**
 * Names and values of environment variables or headers. A value is hidden until it is asked for;
 * one that stays in the settings file can only be replaced.
 */
export function ValueFields({ of, rows, problems, onChange }: Props) {
  const { t } = useTranslation('servers');
  const change = (index: number, part: Partial<ValueRow>): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset className="form-field environment">
      <legend>{t(`form.${of}.title`)}</legend>
      {rows.map((row, index) => (
        <ValueFieldRow
          key={index}
          of={of}
          row={row}
          number={index + 1}
          problem={problems?.get(index)}
          onChange={(part) => change(index, part)}
          onRemove={() => onChange(rows.filter((_row, at) => at !== index))}
        />
      ))}
      <button
        type="button"
        className="btn ghost sm"
        onClick={() => onChange([...rows, { name: '', value: '' }])}
      >
        <Icon name="plus" className="s14" />
        {t(`form.${of}.add`)}
      </button>
    </fieldset>
  );
}

function ValueFieldRow(props: {
  of: Props['of'];
  row: ValueRow;
  number: number;
  problem: RowProblem | undefined;
  onChange: (part: Partial<ValueRow>) => void;
  onRemove: () => void;
}) {
  const { of, row, number, problem, onChange } = props;
  const { t } = useTranslation('servers');
  const [shown, setShown] = useState(false);
  const name = row.name === '' ? String(number) : row.name;
  const isKept = row.value === null;
  return (
    <>
      <div className="variable">
        <input
          className="mono"
          aria-label={t(`form.${of}.name`, { n: number })}
          aria-invalid={problem !== undefined}
          placeholder={t(`form.${of}.placeholder`)}
          spellCheck={false}
          autoComplete="off"
          readOnly={isKept}
          value={row.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <input
          className="mono"
          type={shown || isKept ? 'text' : 'password'}
          aria-label={t('form.valueOf', { name })}
          placeholder={t(isKept ? 'form.keptValue' : 'form.valuePlaceholder')}
          spellCheck={false}
          autoComplete="off"
          readOnly={isKept}
          value={row.value ?? ''}
          onChange={(event) => onChange({ value: event.target.value })}
        />
        {isKept ? (
          <button
            type="button"
            className="btn ghost sm"
            aria-label={t('form.replaceOf', { name })}
            onClick={() => onChange({ value: '' })}
          >
            {t('form.replace')}
          </button>
        ) : (
          <button
            type="button"
            className="btn ghost sm"
            aria-label={t(shown ? 'form.concealOf' : 'form.revealOf', { name })}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'form.conceal' : 'form.reveal')}
          </button>
        )}
        <button
          type="button"
          className="icon sm"
          aria-label={t(`form.${of}.remove`, { name })}
          onClick={props.onRemove}
        >
          <Icon name="x" className="s14" />
        </button>
      </div>
      {problem && (
        <p className="under st-failed" role="alert">
          {t(`form.problem.${of}.${problem}`)}
        </p>
      )}
    </>
  );
}
