import type { Look } from './shellTypes';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. It is drawn closed; the element chunk shows that it opened. */
export function createLauncher({ buttonicon = '', buttontitle = 'Open chat' }: Look, onPress: () => void): HTMLButtonElement {
  // An address becomes a picture, an emoji stays text. Words are for our own sign, which the style sheet cuts out.
  const face = /^[\w-]*$/.test(buttonicon) ? make('span', { class: 'icon chat' }) : buttonicon.includes('/') ? make('img', { class: 'icon', src: buttonicon, alt: '' }) : make('span', { class: 'icon' }, buttonicon);
  const button = make('button', { class: 'launcher', part: 'launcher', 'aria-expanded': 'false', 'aria-label': buttontitle }, face) as HTMLButtonElement;
  button.onclick = onPress;
  return button;
}

/** An element with attributes and content. */
function make(name: string, attributes: Readonly<Record<string, string>>, content: Node | string = ''): Element {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key] as string);
  element.append(content);
  return element;
}
