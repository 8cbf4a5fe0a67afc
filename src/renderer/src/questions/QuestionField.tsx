import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../shared/formAnswer.ts';
import type { FormField } from '../../../shared/formFields.ts';
import { useFormat } from '../ui/useFormat.ts';
import { FieldControl } from './FieldControl.tsx';

export type DraftValue = string | boolean | readonly string[];

type Props = {
  readonly id: string;
  readonly field: FormField;
  readonly value: DraftValue;
  readonly problem: FieldProblem | undefined;
  /** `bad`: the control holds something that it can't read. */
  readonly onChange: (value: DraftValue, bad?: boolean) => void;
  readonly onLeave: () => void;
};

/** A labelled control, and under it what it is for or what is wrong. */
export function QuestionField(props: Props) {
  const { id, field, problem, onLeave } = props;
  const { t } = useTranslation('questions');
  const say = useProblem();
  const noteId = `${id}-note`;
  const labelId = `${id}-label`;
  const note = problem ? say(problem) : field.description;
  const label = (
    <>
      {field.label}
      {field.required && <span className="quiet"> {t('form.required')}</span>}
    </>
  );
  return (
    <div
      className="question-field"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
      }}
    >
      {field.kind === 'choices' ? (
        <span id={labelId} className="question-label">
          {label}
        </span>
      ) : (
        <label id={labelId} htmlFor={id} className="question-label">
          {label}
        </label>
      )}
      <div className="question-control">
        <FieldControl {...props} labelId={labelId} noteId={note === '' ? undefined : noteId} />
        {note !== '' && (
          <p id={noteId} className={problem ? 'under st-failed' : 'under'}>
            {note}
          </p>
        )}
      </div>
    </div>
  );
}

function useProblem(): (problem: FieldProblem) => string {
  const { t } = useTranslation('questions');
  const format = useFormat();
  return (problem) => {
    if (problem.kind === 'format') return t(`problem.${problem.format}`);
    if (!('limit' in problem)) return t(`problem.${problem.kind}`);
    const { kind, limit } = problem;
    const shown = Number.isInteger(limit) ? format.count(limit) : String(limit);
    return t(`problem.${kind}`, { count: limit, limit: shown });
  };
}
