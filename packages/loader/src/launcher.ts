import type { Look } from './shellTypes';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. */
export function createLauncher(onPress: () => void): HTMLButtonElement {
  return make('button', { className: 'launcher', part: 'launcher', onclick: onPress }) as HTMLButtonElement;
}

/** Draws it closed; the element chunk shows that it opened. The button stays the same, and with it the focus and a press that has begun: owners' settings come while a visitor is there. */
export function drawLauncher(button: HTMLButtonElement, { buttonicon = '', buttontitle = 'Open chat' }: Look): void {
  // An address becomes a picture, an emoji stays text. Words are for our own sign, which the style sheet cuts out.
  const isWord = /^[\w-]*$/.test(buttonicon);
  button.setAttribute('aria-label', buttontitle);
  button.setAttribute('aria-expanded', 'false');
  // A text has no use for an address, and a picture none for a text. Inert, because the name says it, and a press must land on what stays.
  button.replaceChildren(make(buttonicon.includes('/') ? 'img' : 'span', { className: isWord ? 'icon chat' : 'icon', src: buttonicon, textContent: isWord ? '' : buttonicon, inert: true }));
}

/** An element with properties. */
function make(name: string, properties: Readonly<Record<string, unknown>>): Element {
  return Object.assign(document.createElement(name), properties);
}
