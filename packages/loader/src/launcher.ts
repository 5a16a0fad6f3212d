import type { Look } from './shellTypes';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. It is drawn closed; the element chunk shows that it opened. */
export function createLauncher({ buttonicon = '', buttontitle = 'Open chat' }: Look, onPress: () => void): HTMLButtonElement {
  // An address becomes a picture, an emoji stays text. Words are for our own sign, which the style sheet cuts out.
  const isWord = /^[\w-]*$/.test(buttonicon);
  const button = make('button', { className: 'launcher', part: 'launcher', onclick: onPress }) as HTMLButtonElement;
  button.setAttribute('aria-expanded', 'false');
  button.setAttribute('aria-label', buttontitle);
  // A text has no use for an address, and a picture none for a text.
  button.append(make(buttonicon.includes('/') ? 'img' : 'span', { className: isWord ? 'icon chat' : 'icon', src: buttonicon, alt: '', textContent: isWord ? '' : buttonicon }));
  return button;
}

/** An element with properties. */
function make(name: string, properties: Readonly<Record<string, unknown>>): Element {
  return Object.assign(document.createElement(name), properties);
}
