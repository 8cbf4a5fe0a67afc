import { useEffect, useState } from 'react';

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

/** By way of the copy event, which needs a click but no permission. Answers whether it worked. */
function copyText(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy, { once: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return copied;
}
