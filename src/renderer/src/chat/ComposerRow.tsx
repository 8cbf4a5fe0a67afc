import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeyWords } from '../keys/useCommand.ts';
import { useServers } from '../store/stores.ts';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  readonly hintId: string;
  readonly hasText: boolean;
  readonly hasAttached: boolean;
  /** Files are being read. */
  readonly isReading: boolean;
  /** Something that is attached can't be sent. */
  readonly isRefused: boolean;
  readonly running: boolean;
  /** Others work for the conversation, whatever it does itself. */
  readonly othersWork: boolean;
  readonly canSend: boolean;
  readonly stopBusy: boolean;
  readonly onStop: () => void;
  readonly onFiles: () => void;
  readonly onResource: () => void;
  readonly modelPicker: ReactNode;
};

/** What stands under the text: the hint, the model, and the buttons. */
export function ComposerRow({
  hintId,
  hasText,
  hasAttached,
  isReading,
  isRefused,
  running,
  othersWork,
  canSend,
  stopBusy,
  onStop,
  onFiles,
  onResource,
  modelPicker,
}: Props) {
  const { t } = useTranslation(['chat', 'attach', 'offers', 'teammates']);
  const keys = useKeyWords('chat.attach');
  const servers = useServers();
  const canAttach = servers?.some(({ hasResources }) => hasResources) === true;
  const canPrompt = servers?.some(({ hasPrompts }) => hasPrompts) === true;
  const hint = (): string => {
    if (isReading) return t('attach:reading');
    if (isRefused) return t('attach:refused');
    if (running && hasText) return t('composer.wait');
    if (hasAttached && !hasText) return t('offers:needsText');
    return canPrompt ? t('offers:keys', { more: t('composer.keys') }) : t('composer.keys');
  };
  return (
    <div className="composer-row">
      <button
        type="button"
        className="icon sm"
        aria-label={t('attach:choose')}
        aria-keyshortcuts={keys.aria}
        title={`${t('attach:choose')} (${keys.words})`}
        disabled={isReading}
        onClick={onFiles}
      >
        <Icon name="clip" />
      </button>
      {canAttach && (
        <button
          type="button"
          className="icon sm"
          aria-label={t('offers:open')}
          title={`${t('offers:open')} (@)`}
          onClick={onResource}
        >
          <kbd>@</kbd>
        </button>
      )}
      <span id={hintId} className="quiet grow cut-line composer-hint">
        {hint()}
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
