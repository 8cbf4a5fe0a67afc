/** Puts text on the clipboard by way of the copy event, which needs a click but no permission. */
export function copyText(text: string): boolean {
  const onCopy = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', onCopy, { once: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', onCopy);
  return copied;
}
