import type { WidgetConfig } from '../types';

/** Settings with capitals in their names that the loader reads. All others go to the frame as they are: it knows the whole list. */
const NAMES = 'integrationId offsetX offsetY zIndex launcherSelector colorScheme buttonIcon buttonTitle barTitle hideButton frameTitle mobileQuery createSession pageContext dataLayer voiceIn voiceOut timeoutMs'.split(' ');

/** What every element may have, and what `config.mjs` says besides settings; no widget means it. */
const NOT_OURS = /^(v|peek|style|class|slot|hidden|tabindex|title|lang|part|role|aria.*)$/;

/**
 * Settings with the names they are written with in `WidgetConfig`.
 *
 * They may come from attributes: with dashes, or lower-cased by HTML. `theme-bar-primary` is a field of the theme, `offset-x` a side of the offset.
 */
export function spell(config: WidgetConfig): WidgetConfig {
  const settings: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    const camel = name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
    if (NOT_OURS.test(camel)) continue;
    const [, initial, rest = ''] = /^theme([A-Z])(.*)/.exec(camel) ?? [];
    if (initial) fields[initial.toLowerCase() + rest] = value;
    else settings[NAMES.find((one) => one.toLowerCase() === camel.toLowerCase()) ?? camel] = value;
  }
  const { offsetX: x, offsetY: y, theme = 'default' } = settings;
  if (x ?? y) settings['offset'] = { x, y };
  if (Object.keys(fields).length > 0) settings['theme'] = { name: theme, config: fields };
  return settings;
}
