import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';
import type { DraftProblems, EnvironmentRow } from './serverDraft.ts';

type Props = {
  readonly rows: readonly EnvironmentRow[];
  readonly problems: DraftProblems['env'];
  readonly onChange: (rows: readonly EnvironmentRow[]) => void;
};

/** Names and values of environment variables; a value is hidden until it is asked for. */
export function EnvironmentFields({ rows, problems, onChange }: Props) {
  const { t } = useTranslation('servers');
  const change = (index: number, part: Partial<EnvironmentRow>): void =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <fieldset className="form-field environment">
      <legend>{t('form.environment')}</legend>
      {rows.map((row, index) => (
        <EnvironmentFieldRow
          key={index}
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
        {t('form.addVariable')}
      </button>
    </fieldset>
  );
}

function EnvironmentFieldRow(props: {
  row: EnvironmentRow;
  number: number;
  problem: 'empty' | 'invalid' | 'twice' | undefined;
  onChange: (part: Partial<EnvironmentRow>) => void;
  onRemove: () => void;
}) {
  const { row, number, problem, onChange } = props;
  const { t } = useTranslation('servers');
  const [shown, setShown] = useState(false);
  const name = row.name === '' ? String(number) : row.name;
  return (
    <>
      <div className="variable">
        <input
          className="mono"
          aria-label={t('form.variableName', { n: number })}
          aria-invalid={problem !== undefined}
          placeholder={t('form.namePlaceholder')}
          spellCheck={false}
          autoComplete="off"
          value={row.name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <input
          className="mono"
          type={shown ? 'text' : 'password'}
          aria-label={t('form.variableValue', { name })}
          placeholder={t('form.valuePlaceholder')}
          spellCheck={false}
          autoComplete="off"
          value={row.value}
          onChange={(event) => onChange({ value: event.target.value })}
        />
        <button
          type="button"
          className="btn ghost sm"
          aria-label={t(shown ? 'form.concealOf' : 'form.revealOf', { name })}
          onClick={() => setShown(!shown)}
        >
          {t(shown ? 'form.conceal' : 'form.reveal')}
        </button>
        <button
          type="button"
          className="icon sm"
          aria-label={t('form.removeVariable', { name })}
          onClick={props.onRemove}
        >
          <Icon name="x" className="s14" />
        </button>
      </div>
      {problem && (
        <p className="under st-failed" role="alert">
          {t(`form.problem.env.${problem}`)}
        </p>
      )}
    </>
  );
}
