import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** What one signs out of, for those who do not see where the button stands. */
  readonly of: string;
  /** What goes with it. */
  readonly hint: string;
  readonly disabled: boolean;
  readonly onSignOut: () => void;
};

/** Signs out, once asked twice: the question stands where the button stood. */
export function SignOutButton({ of, hint, disabled, onSignOut }: Props) {
  const { t } = useTranslation('auth');
  const [isAsking, setIsAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) keep.current?.focus();
  }, [isAsking]);
  const stay = (): void => {
    setIsAsking(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  const label = t('signOut.of', { server: of });
  if (!isAsking) {
    return (
      <button
        ref={button}
        type="button"
        className="btn"
        aria-label={label}
        disabled={disabled}
        onClick={() => setIsAsking(true)}
      >
        {t('signOut.ask')}
      </button>
    );
  }
  return (
    <div
      className="auth-confirm"
      role="alertdialog"
      aria-label={label}
      aria-description={hint}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        stay();
      }}
    >
      <span className="quiet">{hint}</span>
      <button
        type="button"
        className="btn danger"
        onClick={() => {
          setIsAsking(false);
          onSignOut();
        }}
      >
        {t('signOut.ask')}
      </button>
      <button ref={keep} type="button" className="btn ghost" onClick={stay}>
        {t('signOut.stay')}
      </button>
    </div>
  );
}
