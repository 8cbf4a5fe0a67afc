import { useId, useMemo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldProblem } from '../../../shared/formAnswer.ts';
import { formFields } from '../../../shared/formFields.ts';
import type { FormField } from '../../../shared/formFields.ts';
import type { Question } from '../../../shared/question.ts';
import type { FormDraft } from '../store/questions.ts';
import { useQuestionMemory } from '../store/stores.ts';
import { CancelButton } from './CancelButton.tsx';
import { firstDraft, readDraft } from './formDraft.ts';
import type { Answering } from './QuestionCard.tsx';
import { QuestionField } from './QuestionField.tsx';

type Props = Answering & {
  readonly question: Extract<Question, { kind: 'form' }>;
  readonly children: ReactNode;
};

/** A form made from the server's schema; faults are said at their fields, once these were left. */
export function FormQuestion({ question, busy, answer, children }: Props) {
  const { t } = useTranslation('questions');
  const formId = useId();
  const { id, server, message, schema } = question;
  const fields = useMemo(() => formFields(schema) ?? [], [schema]);
  const { drafts } = useQuestionMemory();
  const [draft, setDraft] = useState<FormDraft>(() => drafts.get(id) ?? firstDraft(fields));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { content, problems } = readDraft(fields, draft);
  /** Dates that the control could not read; it gives no text for them. */
  const [unread, setUnread] = useState<ReadonlySet<string>>(new Set());

  const enter = (field: FormField, value: string | boolean | readonly string[], bad: boolean) => {
    const next = new Map(draft).set(field.name, value);
    setDraft(next);
    drafts.set(id, next);
    setUnread((before) => withOrWithout(before, field.name, bad));
  };
  const problemOf = (field: FormField): FieldProblem | undefined => {
    if (unread.has(field.name) && field.kind === 'text' && field.format !== undefined) {
      return { kind: 'format', format: field.format };
    }
    return problems.get(field.name);
  };
  const controlId = (index: number) => `${formId}-${index}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLeft(new Set(fields.map(({ name }) => name)));
    const wrong = fields.findIndex((field) => problemOf(field) !== undefined);
    if (wrong === -1) answer({ action: 'accept', content });
    else document.getElementById(controlId(wrong))?.focus();
  };

  return (
    <form noValidate onSubmit={submit}>
      <p className="question-text">{message}</p>
      <div className="question-fields">
        {fields.map((field, index) => (
          <QuestionField
            key={field.name}
            id={controlId(index)}
            field={field}
            value={draft.get(field.name) ?? ''}
            problem={left.has(field.name) ? problemOf(field) : undefined}
            onChange={(value, bad = false) => enter(field, value, bad)}
            onLeave={() => setLeft((before) => new Set(before).add(field.name))}
          />
        ))}
      </div>
      <p className="question-note">{t('form.who', { server })}</p>
      {children}
      <div className="answers">
        <button type="submit" className="btn primary" disabled={busy}>
          {t('form.send')}
        </button>
        <button
          type="button"
          className="btn"
          disabled={busy}
          onClick={() => answer({ action: 'decline' })}
        >
          {t('decline')}
        </button>
        <CancelButton busy={busy} answer={answer} />
      </div>
    </form>
  );
}

function withOrWithout(names: ReadonlySet<string>, name: string, has: boolean) {
  if (names.has(name) === has) return names;
  const next = new Set(names);
  if (has) next.add(name);
  else next.delete(name);
  return next;
}
