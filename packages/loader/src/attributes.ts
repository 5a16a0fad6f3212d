import type { WidgetConfig } from './types';

/**
 * Reads settings from a script tag (`data-bar-title`) or an element (`bar-title`), under the names the tag has.
 *
 * Empty or `true` is on, `false` is off, the rest is text. `resolveAppearance` understands the names in every spelling; the
 * element chunk turns them into the names of `WidgetConfig` (`element/spelling.ts`).
 */
export function readAttributes(element: Element, prefix = ''): WidgetConfig {
  const settings: Record<string, unknown> = {};
  for (const { name, value } of element.attributes) {
    if (name.startsWith(prefix))
      settings[name.slice(prefix.length)] = /^(true)?$/.test(value) || (value !== 'false' && value);
  }
  return settings;
}
