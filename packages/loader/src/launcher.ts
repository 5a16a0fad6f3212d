import type { Look } from './shellTypes';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. It is drawn closed; the element chunk shows that it opened. */
export function createLauncher({ buttonicon = '', buttontitle = 'Open chat' }: Look, onPress: () => void): HTMLButtonElement {
  const button = make('button', { class: 'launcher', part: 'launcher', 'aria-expanded': 'false', 'aria-label': buttontitle }, createFace(buttonicon)) as HTMLButtonElement;
  button.onclick = onPress;
  return button;
}

/** An address becomes a picture, an emoji stays text. Words are for our own sign, which the style sheet cuts out. */
function createFace(icon: string): Element {
  return /^[\w-]*$/.test(icon) ? make('span', { class: 'icon chat' }) : icon.includes('/') ? make('img', { class: 'icon', src: icon, alt: '' }) : make('span', { class: 'icon' }, icon);
}

/** An element with attributes and content. */
function make(name: string, attributes: Readonly<Record<string, string>>, content: Node | string = ''): Element {
  const element = document.createElement(name);
  for (const key in attributes) element.setAttribute(key, attributes[key] as string);
  element.append(content);
  return element;
}
