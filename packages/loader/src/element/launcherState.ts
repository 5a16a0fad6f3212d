import type { WidgetState } from '../panelHost';
import type { LauncherElement } from '../elementTypes';

const CROSS = 'M6 6l12 12M18 6L6 18';

/** Shows the open state and the unread count on the launcher, also for assistive technology. */
export function showLauncherState(
  { launcher, owner }: LauncherElement,
  { config, isOpen, unread, notifications, words }: WidgetState,
): void {
  const { buttonTitle } = { ...owner, ...config };
  if (!launcher.querySelector('.shut')) launcher.append(createCross());
  const count = isOpen ? 0 : unread + Object.values(notifications).filter(Boolean).length;
  const shown = count > 99 ? '99+' : String(count);
  launcher.querySelector('.badge')?.remove();
  if (count > 0) launcher.append(createBadge(shown));
  const name = buttonTitle ?? (isOpen ? words.close : words.open);
  const attributes = {
    'aria-controls': 'panel',
    'aria-expanded': String(isOpen),
    'aria-label': count > 0 ? `${name} (${shown})` : name,
    // It may still show that this chunk failed to load.
    title: '',
  };
  for (const [attribute, value] of Object.entries(attributes)) launcher.setAttribute(attribute, value);
}

function createBadge(text: string): HTMLElement {
  const badge = document.createElement('span');
  badge.className = 'badge';
  badge.textContent = text;
  badge.setAttribute('part', 'badge');
  badge.setAttribute('aria-hidden', 'true');
  return badge;
}

function createCross(): SVGElement {
  const make = (name: string, attributes: Readonly<Record<string, string>>): SVGElement => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const cross = make('svg', { class: 'icon shut', viewBox: '0 0 24 24' });
  cross.append(make('path', { d: CROSS }));
  return cross;
}
