import type { Appearance } from './elementTypes';

/**
 * A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. The style
 * sheet draws our own sign.
 */
export function createLauncher(onPress: () => void): HTMLButtonElement {
  return Object.assign(document.createElement('button'), { part: 'launcher', className: 'launcher', onclick: onPress });
}

/**
 * Draws it closed; the element chunk shows that it opened, and draws another sign where the settings have one. The
 * button stays the same, and with it the focus and a press that has begun: owners' settings come while a visitor is
 * there.
 */
export function drawLauncher(button: HTMLButtonElement, { buttontitle = 'Open chat' }: Appearance): void {
  button.setAttribute('aria-label', buttontitle);
  button.setAttribute('aria-expanded', false as unknown as string);
  button.setAttribute('aria-haspopup', 'dialog');
}
