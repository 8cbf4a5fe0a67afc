import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useServers } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  readonly hintId: string;
  readonly hasText: boolean;
  readonly hasAttached: boolean;
  readonly running: boolean;
  /** Others work for the conversation, whatever it does itself. */
  readonly othersWork: boolean;
  readonly canSend: boolean;
  readonly stopBusy: boolean;
  readonly onStop: () => void;
  readonly onAttach: () => void;
  readonly modelPicker: ReactNode;
};

/** What stands under the text: the hint, the model, and the buttons. */
export function ComposerRow({
  hintId,
  hasText,
  hasAttached,
  running,
  othersWork,
  canSend,
  stopBusy,
  onStop,
  onAttach,
  modelPicker,
}: Props) {
  const { t } = useTranslation(['chat', 'offers', 'teammates']);
  const canAttach = useServers()?.some(({ hasResources }) => hasResources) === true;
  const hint =
    running && hasText
      ? t('composer.wait')
      : hasAttached && !hasText
        ? t('offers:needsText')
        : canAttach
          ? `${t('offers:keys')} ${t('composer.keys')}`
          : t('composer.keys');
  return (
    <div className="composer-row">
      {canAttach && (
        <button
          type="button"
          className="icon sm"
          aria-label={t('offers:open')}
          title={`${t('offers:open')} (@)`}
          onClick={onAttach}
        >
          <Icon name="clip" />
        </button>
      )}
      <span id={hintId} className="quiet grow cut-line composer-hint">
        {hint}
      </span>
      {modelPicker}
      {!running && othersWork && (
        <button type="button" className="btn" disabled={stopBusy} onClick={onStop}>
          <Icon name="stop" className="s14" />
          {t('teammates:stop-all')}
        </button>
      )}
      {running ? (
        <button
          type="button"
          className="btn"
          aria-keyshortcuts="Escape"
          disabled={stopBusy}
          onClick={onStop}
        >
          <Icon name="stop" className="s14" />
          {t('stop')}
          <kbd>Esc</kbd>
        </button>
      ) : (
        <button
          type="submit"
          className={`btn send ${canSend ? 'primary' : ''}`}
          aria-label={t('composer.send')}
          disabled={!canSend}
        >
          <Icon name="send" />
        </button>
      )}
    </div>
  );
}
