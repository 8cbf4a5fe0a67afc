import type { AppError } from '../../../shared/errors.ts';
import { useErrorText } from './errorText.ts';
import { useAction } from './useAction.ts';
import { useErrorAction } from './useErrorAction.ts';
import type { ErrorContext } from './useErrorAction.ts';

type Props = ErrorContext & { readonly error: AppError; readonly className?: string };

/** The button that does what an error suggests; nothing when it suggests nothing that works here. */
export function ErrorActionButton({ error, className = 'btn sm', ...context }: Props) {
  const fix = useErrorAction()(error, context);
  const action = useAction();
  const text = useErrorText();
  if (!fix) return null;
  return (
    <>
      {action.error && (
        <span className="action-failed cut-line" role="alert" title={text(action.error)}>
          {text(action.error)}
        </span>
      )}
      <button
        type="button"
        className={className}
        disabled={action.busy}
        onClick={() => void action.run(fix.run)}
      >
        {fix.label}
      </button>
    </>
  );
}
