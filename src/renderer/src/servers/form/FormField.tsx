import { useId } from 'react';
import type { ReactNode } from 'react';

/** What a control of {@link FormField} carries to belong to its label, hint and fault. */
type FieldProps = {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
};

type Props = {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value; stands where the hint stood. */
  readonly problem?: string | undefined;
  readonly className?: string;
  readonly children: (field: FieldProps) => ReactNode;
};

/** A labelled control with one line under it that is kept free, so that a fault shifts nothing. */
export function FormField({ label, hint = '', problem, className = '', children }: Props) {
  const id = useId();
  return (
    <div className={`form-field ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== undefined })}
      <p id={`${id}-note`} className={problem === undefined ? 'under' : 'under st-failed'}>
        {problem ?? hint}
      </p>
    </div>
  );
}
