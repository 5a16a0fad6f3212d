import type { Appearance } from './elementTypes';

/**
 * Creates a real button, which works with keyboard, touch, forced colours and assistive technology without further
 * code. The icon is drawn by the style sheet.
 */
export function createLauncher(onPress: () => void): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { part: 'launcher', className: 'launcher', onclick: onPress });
}

/**
 * Draws the launcher as closed; the element chunk shows the open state and custom icons. The button is never
 * replaced, because the owner's settings may arrive while it has the focus or is being pressed.
 */
export function drawLauncher(button: HTMLButtonElement, { buttontitle = 'Open chat' }: Appearance): void {
  button.setAttribute('aria-label', buttontitle);
  button.setAttribute('aria-expanded', false as unknown as string);
  button.setAttribute('aria-haspopup', 'dialog');
}
