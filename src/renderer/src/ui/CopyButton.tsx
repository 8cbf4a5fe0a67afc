import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copyText.ts';
import { Icon } from './Icon.tsx';

type Props = { readonly text: () => string; readonly label: string };

/** Copies a text, and shows for a moment that it did. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <button
      type="button"
      className="icon sm"
      aria-label={copied ? t('copied') : label}
      title={copied ? t('copied') : label}
      onClick={() => setCopied(copyText(text()))}
    >
      <Icon name={copied ? 'check' : 'copy'} className="s14" />
    </button>
  );
}
