import type { WidgetConfig } from './types';

/**
 * Reads settings from the attributes of a script tag (`data-bar-title`) or an element (`bar-title`).
 *
 * Empty or `true` is on, `false` is off, everything else is text. Names stay as written: `resolveAppearance` accepts
 * every spelling, and the element chunk converts them to the names of `WidgetConfig` (`element/normalizeNames.ts`).
 */
export function readAttributes(element: Element, prefix = ''): WidgetConfig {
  const settings: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(prefix))
      settings[name.slice(prefix.length)] = /^(true)?$/.test(value) || (value !== 'false' && value);
  }
  return settings;
}
