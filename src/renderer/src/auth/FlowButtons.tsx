import { useTranslation } from 'react-i18next';
import { missingSecret } from './missingSecret.ts';
import type { SignIn } from './useSignIn.ts';

type Props = {
  readonly signIn: SignIn;
  /** The word for beginning, where nothing has been tried yet. */
  readonly begin: string;
  readonly disabled?: boolean;
  /** Nothing asks for it: it is there for those who want it. */
  readonly isQuiet?: boolean;
};

/** What can be done now: begin, try again, or show the page again and cancel. */
export function FlowButtons({ signIn, begin, disabled = false, isQuiet = false }: Props) {
  const { t } = useTranslation('auth');
  const { view, start, cancel, busy } = signIn;
  const flow = view?.flow ?? { kind: 'idle' };
  const { kind } = flow;
  if (kind === 'needs-client' || missingSecret(flow) !== undefined) {
    return (
      <button type="submit" form={signIn.formId} className="btn primary" disabled={disabled}>
        {t('client.save')}
      </button>
    );
  }
  const isUnderWay = kind === 'working' || kind === 'waiting';
  return (
    <>
      {kind !== 'working' && (
        <button
          type="button"
          className={isQuiet || kind === 'waiting' ? 'btn' : 'btn primary'}
          disabled={disabled}
          onClick={start}
        >
          {kind === 'idle' && begin}
          {kind === 'failed' && t('tryAgain')}
          {kind === 'waiting' && t('flow.openAgain')}
        </button>
      )}
      {isUnderWay && (
        <button type="button" className="btn" disabled={busy} onClick={cancel}>
          {t('flow.cancel')}
        </button>
      )}
    </>
  );
}
