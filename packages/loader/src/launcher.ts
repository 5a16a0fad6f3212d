import type { Look } from './shellTypes';

const SVG = 'http://www.w3.org/2000/svg';
const CHAT = 'M9.6 18.8 5.6 21l.7-3.6a9 7.8 0 1 1 3.3 1.4ZM8 10h8m-8 3.5h5';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. It is drawn closed; the element chunk shows that it opened. */
export function createLauncher({ buttonicon = '', buttontitle = 'Open chat' }: Look, onPress: () => void): HTMLButtonElement {
  const button = setAttributes(document.createElement('button'), { class: 'launcher', part: 'launcher', 'aria-haspopup': 'dialog', 'aria-expanded': 'false', 'aria-label': buttontitle });
  button.append(/^[\w-]*$/.test(buttonicon) ? createIcon(CHAT) : createFace(buttonicon));
  button.onclick = onPress;
  return button;
}

/** An address becomes a picture, an emoji stays text. Words are for our own sign. */
function createFace(icon: string): Element {
  if (icon.includes('/')) return setAttributes(document.createElement('img'), { class: 'icon', src: icon, alt: '' });
  const face = setAttributes(document.createElement('span'), { class: 'icon' });
  face.append(icon);
  return face;
}

/** A drawing of one path, 24 by 24. */
export function createIcon(d: string): Element {
  const icon = setAttributes(document.createElementNS(SVG, 'svg'), { class: 'icon', viewBox: '0 0 24 24' });
  icon.append(setAttributes(document.createElementNS(SVG, 'path'), { d }));
  return icon;
}

/** Sets attributes and gives the element. */
export function setAttributes<Made extends Element>(element: Made, attributes: Readonly<Record<string, string>>): Made {
  for (const name in attributes) element.setAttribute(name, attributes[name] as string);
  return element;
}
