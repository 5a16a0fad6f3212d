import type { Look } from './shellTypes';

const CHAT = 'M9 19l-4 2 1-4a9 8 0 1 1 3 2ZM8 10h8m-8 4h5';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. It is drawn closed; the element chunk shows that it opened. */
export function createLauncher({ buttonicon = '', buttontitle = 'Open chat' }: Look, onPress: () => void): HTMLButtonElement {
  const button = make('1999/xhtml', 'button', { class: 'launcher', part: 'launcher', 'aria-expanded': 'false', 'aria-label': buttontitle }, createFace(buttonicon)) as HTMLButtonElement;
  button.onclick = onPress;
  return button;
}

/** An address becomes a picture, an emoji stays text. Words are for our own sign. */
function createFace(icon: string): Element {
  return /^[\w-]*$/.test(icon) ? createIcon(CHAT, 'icon') : icon.includes('/') ? make('1999/xhtml', 'img', { class: 'icon', src: icon, alt: '' }) : make('1999/xhtml', 'span', { class: 'icon' }, icon);
}

/** A drawing of one path, 24 by 24. */
export function createIcon(d: string, name: string): Element {
  return make('2000/svg', 'svg', { class: name, viewBox: '0 0 24 24' }, make('2000/svg', 'path', { d }));
}

/** An element of a language of the W3C, which its namespace names, with attributes and content. */
function make(space: string, name: string, attributes: Readonly<Record<string, string>>, content: Node | string = ''): Element {
  const element = document.createElementNS(`http://www.w3.org/${space}`, name);
  for (const key in attributes) element.setAttribute(key, attributes[key] as string);
  element.append(content);
  return element;
}
