import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/errors.ts';
import { ErrorActionButton } from './ErrorActionButton.tsx';
import { useErrorText } from './errorText.ts';
import { Icon } from './Icon.tsx';
import type { ErrorContext } from './useErrorAction.ts';

type Props = ErrorContext & {
  readonly error: AppError | undefined;
  readonly onDismiss?: (() => void) | undefined;
};

/** Says a failed request where it happened, with its fix. Takes no room while there is no error. */
export function InlineError({ error, onDismiss, ...context }: Props) {
  const { t } = useTranslation('common');
  const text = useErrorText();
  if (!error) return null;
  return (
    <div className="inline-error" role="alert">
      <Icon name="st-failed" className="st st-failed" />
      <p className="grow">{text(error)}</p>
      <ErrorActionButton error={error} {...context} />
      {onDismiss && (
        <button type="button" className="icon sm" aria-label={t('dismiss')} onClick={onDismiss}>
          <Icon name="x" className="s14" />
        </button>
      )}
    </div>
  );
}
