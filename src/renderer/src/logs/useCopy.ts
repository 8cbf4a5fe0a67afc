import { useEffect, useState } from 'react';
import { copyText } from '../ui/copyText.ts';

/** Puts text on the clipboard; `copied` is true for a moment after it is there. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return {
    copied,
    copy: (text) => setCopied(copyText(text)),
  };
}
