import type { Theme, WidgetConfig } from '../types';
import { warn } from '../warn';
import { JSON_NAMES, NAMES, TRIGGERS } from './elementSettingNames';

/**
 * Attributes that any element may have, and fields of `config.mjs` that are not settings. A script of an earlier
 * release mixes them with the page's settings.
 */
const NOT_OURS = /^(v|peek|server|style|class|slot|hidden|tabindex|title|lang|part|role|aria.*)$/;

/**
 * Converts the names of settings to those of `WidgetConfig`.
 *
 * Attributes have dashes, or were lower-cased by HTML. `theme-bar-primary` is a field of the theme, `offset-x` a
 * field of the offset. JSON in attributes is parsed; invalid JSON is dropped with a warning, because the frame
 * rejects settings of a wrong type. A theme may be only a name.
 */
export function normalizeNames(config: WidgetConfig): WidgetConfig {
  const settings: Record<string, unknown> = {};
  const fields: Record<string, unknown> = {};
  const triggers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(config)) {
    const camel = name.replace(/-(.)/g, (_dash, letter: string) => letter.toUpperCase());
    if (NOT_OURS.test(camel)) continue;
    const trigger = TRIGGERS[camel.toLowerCase()];
    if (trigger !== undefined) {
      triggers[trigger] = /^\d+$/.test(String(value)) ? Number(value) : value;
      continue;
    }
    const [, initial, rest = ''] = /^theme([A-Z])(.*)/.exec(camel) ?? [];
    if (JSON_NAMES.test(camel) && Object(value) !== value && value !== undefined && value !== null) {
      try {
        settings[camel] = camel === 'theme' && /^[\w-]+$/.test(value as string) ? value : toObject(value as string);
      } catch {
        warn(`"${name}" is not valid JSON and is ignored`);
      }
    } else if (initial) fields[initial.toLowerCase() + rest] = value;
    else settings[NAMES.find((one) => one.toLowerCase() === camel.toLowerCase()) ?? camel] = value;
  }
  const { offsetX: x, offsetY: y, theme } = settings;
  if (x ?? y) settings['offset'] = { x, y };
  if (Object.keys(triggers).length > 0) settings['triggers'] = triggers;
  if (Object.keys(fields).length > 0) settings['theme'] = withFields(theme as WidgetConfig['theme'], fields);
  return settings;
}

/** Merges the theme's attributes over the theme. Without a preset's name they apply to the owner's theme. */
function withFields(theme: WidgetConfig['theme'], fields: Record<string, unknown>): Partial<Theme> {
  const { config, ...rest } =
    typeof theme === 'object' ? theme : ({ ...(theme !== undefined && { name: theme }) } as Partial<Theme>);
  return { ...rest, config: { ...config, ...fields } as Theme['config'] & object };
}

/** Parses JSON text. @throws if it is not an object or an array */
function toObject(json: string): object {
  const value: unknown = JSON.parse(json);
  if (typeof value !== 'object' || !value) throw new TypeError('not an object');
  return value;
}
