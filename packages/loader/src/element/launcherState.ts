import { createIcon } from '../launcher';
import type { Shell } from '../shellTypes';

const CROSS = 'M6 6l12 12M18 6L6 18';

/** Shows on the launcher, for eyes and for assistive technology, whether the chat is open. The button may be a new one: its look can change. */
export function showLauncherState({ launcher, state: { config, isOpen } }: Shell): void {
  if (!launcher) return;
  if (!launcher.querySelector('.shut')) launcher.append(createIcon(CROSS, 'icon shut'));
  const attributes = { 'aria-haspopup': 'dialog', 'aria-controls': 'panel', 'aria-expanded': String(isOpen), 'aria-label': config.buttonTitle ?? (isOpen ? 'Close chat' : 'Open chat') };
  for (const [name, value] of Object.entries(attributes)) launcher.setAttribute(name, value);
}
