import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExtraProps } from 'streamdown';
import { Icon } from '../../ui/Icon.tsx';
import { webAddress } from './webAddress.ts';

/** Images of an answer are never loaded: their addresses could carry data out. */
export function MarkdownImage({ src, alt = '' }: ComponentProps<'img'> & ExtraProps) {
  const { t } = useTranslation('chat');
  const url = webAddress(src);
  const host = url === undefined ? undefined : new URL(url).host;
  return (
    <span className="no-image" title={url}>
      <Icon name="file" className="s14" />
      {alt === '' ? t('image.unnamed') : alt}
      {host !== undefined && <span className="quiet">{t('image.blocked', { host })}</span>}
    </span>
  );
}
