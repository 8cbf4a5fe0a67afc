import { useTranslation } from 'react-i18next';
import { useViewer } from '../store/stores.ts';
import type { Viewed } from '../store/viewed.ts';
import { Icon } from '../ui/Icon.tsx';

/** Opens something in the large view. */
export function ViewButton({ viewed }: { readonly viewed: () => Viewed }) {
  const { t } = useTranslation('viewer');
  const viewer = useViewer();
  return (
    <button
      type="button"
      className="icon sm"
      aria-label={t('open')}
      title={t('open')}
      onClick={() => viewer.setState(viewed(), true)}
    >
      <Icon name="expand" className="s14" />
    </button>
  );
}
