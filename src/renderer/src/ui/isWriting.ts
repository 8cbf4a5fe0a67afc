/** Whether someone is writing in any field, or filling in a question: they keep the focus. */
export function isWriting(): boolean {
  const focused = document.activeElement;
  if (focused?.closest('[data-question]')) return true;
  const isField = focused instanceof HTMLTextAreaElement || focused instanceof HTMLInputElement;
  return isField && focused.matches(':read-write') && focused.value !== '';
}
