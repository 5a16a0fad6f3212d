import type { WidgetConfig } from './types';

const SVG = 'http://www.w3.org/2000/svg';
const CHAT = 'M12 3.5c-5 0-9 3.4-9 7.8 0 2.5 1.3 4.7 3.3 6.1L5.6 21l4-2.2c.8.2 1.6.3 2.4.3 5 0 9-3.4 9-7.8s-4-7.8-9-7.8ZM8 10h8M8 13.5h5';
const CROSS = 'M6 6l12 12M18 6L6 18';

/** A real button, so that keyboard, touch, forced colours and assistive technology know it without our help. */
export function createLauncher(page: Document, config: WidgetConfig, onPress: () => void): HTMLButtonElement {
  const button = make(page.createElement('button'), { class: 'launcher', part: 'launcher', 'aria-haspopup': 'dialog', 'aria-controls': 'panel' });
  button.type = 'button';
  button.append(createFace(page, config.buttonIcon), createIcon(page, CROSS, 'shut'));
  button.onclick = onPress;
  return button;
}

/** Name and state of a launcher. */
export function showLauncher(button: Element, { buttonTitle }: WidgetConfig, isOpen: boolean): void {
  make(button, { 'aria-expanded': String(isOpen), 'aria-label': buttonTitle ?? (isOpen ? 'Close chat' : 'Open chat') });
}

/** An address becomes a picture, an emoji stays text, anything else is our own sign. */
function createFace(page: Document, icon = ''): Element {
  if (/^[\w-]*$/.test(icon)) return createIcon(page, CHAT, 'face');
  const isAddress = icon.includes('/');
  const face = make(page.createElement(isAddress ? 'img' : 'span'), { class: 'icon face', ...(isAddress && { src: icon, alt: '' }) });
  if (!isAddress) face.textContent = icon;
  return face;
}

function createIcon(page: Document, path: string, name: string): Element {
  const icon = make(page.createElementNS(SVG, 'svg'), { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon ${name}` });
  icon.append(make(page.createElementNS(SVG, 'path'), { d: path }));
  return icon;
}

function make<Made extends Element>(element: Made, attributes: Readonly<Record<string, string>>): Made {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
