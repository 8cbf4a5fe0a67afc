import { useTranslation } from 'react-i18next';
import { ask, useBridge } from '../api.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu } from '../ui/Menu.tsx';
import { useAction } from '../ui/useAction.ts';
import { useErrorText } from '../ui/errorText.ts';

type Props = {
  readonly folder: string | undefined;
  /** A turn that is running keeps its folder. */
  readonly isFixed: boolean;
  readonly onChoose: (folder: string | null) => Promise<void> | void;
};

/** The folder of a conversation, and the way to another one. */
export function WorkspaceButton({ folder, isFixed, onChoose }: Props) {
  const { t } = useTranslation('workspace');
  const bridge = useBridge();
  const { busy, error, run } = useAction();
  const text = useErrorText();
  const choose = () =>
    run(async () => {
      const of = { of: 'workspace', title: t('folder.choose') } as const;
      const chosen = await ask(bridge, 'settings.choosePath', of);
      if (chosen !== null) await onChoose(chosen);
    });
  const label = folder === undefined ? t('folder.none') : t('folder.label', { folder });
  const button = (
    <button
      type="button"
      className="btn ghost sm folder"
      aria-label={label}
      title={folder ?? t('folder.why')}
      disabled={busy || isFixed}
    >
      <Icon name="folder" className="s14" />
      <span className="cut-line">{folder === undefined ? t('folder.none') : nameOf(folder)}</span>
      <Icon name="chev-d" className="s14" />
    </button>
  );
  const change = { label: t('folder.choose'), onSelect: () => void choose() };
  const leave = { label: t('folder.leave'), onSelect: () => void run(async () => onChoose(null)) };
  return (
    <>
      {error && (
        <span className="action-failed cut-line" role="alert">
          {text(error)}
        </span>
      )}
      <Menu trigger={button} items={folder === undefined ? [change] : [change, leave]} />
    </>
  );
}

/** The last part of a path, or the whole where it has none. */
const nameOf = (folder: string): string => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
