import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon.tsx';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
};

/** The bar of a large view. */
export function ViewerHead({ title, children, onClose }: Props) {
  const { t } = useTranslation('common');
  return (
    <header className="viewer-head">
      <span className="viewer-title cut-line" title={title}>
        {title}
      </span>
      {children}
      <button type="button" className="icon" aria-label={t('close')} onClick={onClose}>
        <Icon name="x" />
      </button>
    </header>
  );
}
