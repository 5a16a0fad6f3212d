import type { WidgetConfig } from './types';

/** Settings with capitals in their names that matter before there is a frame. All others go to the frame as they are: it knows the whole list. */
const NAMES = 'integrationId offsetX offsetY zIndex launcherSelector colorScheme buttonIcon buttonTitle barTitle hideButton frameTitle mobileQuery createSession pageContext dataLayer voiceIn voiceOut'.split(' ');

/** What every element may have and no widget means. */
const NOT_OURS = /^(style|class|slot|hidden|tabindex|title|lang|part|role|aria.*)$/;

/** Settings as a tag says them. `config="off"` is the tag's own word: do not ask the server how the launcher looks. */
export type AttributeSettings = WidgetConfig & { config?: string };

/**
 * Reads settings from a script tag (`data-bar-title`) or an element (`bar-title`).
 *
 * Empty or `true` is on, `false` is off, the rest is text. HTML lower-cases attribute names, so `data-barTitle` arrives as `data-bartitle`: names are compared without dashes and case.
 */
export function readAttributes(element: Element, prefix = ''): AttributeSettings {
  const settings: Record<string, unknown> = {};
  const theme: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    const camel = name.slice(prefix.length).replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
    if (!name.startsWith(prefix) || NOT_OURS.test(camel)) continue;
    const known = NAMES.find((one) => one.toLowerCase() === camel.toLowerCase()) ?? camel;
    const field = /^theme([A-Z].*)/.exec(camel)?.[1];
    if (field) theme[field.charAt(0).toLowerCase() + field.slice(1)] = value;
    else settings[known] = /^(|true)$/.test(value) || (value !== 'false' && value);
  }
  const { offsetX: x, offsetY: y } = settings;
  if (x ?? y) settings['offset'] = { x, y };
  if (Object.keys(theme).length > 0) settings['theme'] = { name: settings['theme'] ?? 'default', config: theme };
  return settings;
}
