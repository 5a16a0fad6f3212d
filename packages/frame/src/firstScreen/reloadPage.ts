import type { EarlyText } from './firstScript';

/**
 * Reloads the page from this address. The draft is kept in the history entry, which needs no consent, and the first
 * script restores it.
 */
export function reloadPage(address: string, { text = '', isSent = false, next = '' }: Partial<EarlyText>): void {
  // Firefox restores text boxes by itself.
  const box = document.querySelector('textarea');
  if (box) box.value = '';
  history.replaceState({ text, isSent, next } satisfies EarlyText, '', address);
  location.reload();
}
