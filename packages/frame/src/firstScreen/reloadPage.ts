import type { EarlyText } from './firstScript';

/**
 * Loads the page anew from this address. What the visitor has written is kept in the entry of the history, which is no
 * storage that a page would have to ask for: the first script puts it into the text box again.
 */
export function reloadPage(address: string, { text = '', isSent = false, next = '' }: Partial<EarlyText>): void {
  // Firefox fills in by itself what was in a text box.
  const box = document.querySelector('textarea');
  if (box) box.value = '';
  history.replaceState({ text, isSent, next } satisfies EarlyText, '', address);
  location.reload();
}
