import { readColor, toRgba } from '@sotto/widget-core/internal/config';

/** Custom properties that usually contain a brand colour, most likely first. */
const NAMES = [/brand/i, /primary/i, /accent/i, /main-?color/i];
const RULES_MAX = 300_000;

/**
 * Brand colour of a site: from its style sheets, its `theme-color`, or its buttons.
 *
 * @param themeColor - of `meta name="theme-color"`
 * @returns a CSS colour; undefined if none was found
 */
export function brandColor(styles: string, themeColor: string): string | undefined {
  const rules = styles.slice(0, RULES_MAX);
  const properties = [...rules.matchAll(/(--[\w-]{1,60})\s*:\s*([^;{}]{3,60})[;}]/g)].map(
    ([, name = '', value = '']) => ({
      name,
      value: value.trim(),
    }),
  );
  const named = NAMES.flatMap((pattern) =>
    properties.filter(({ name }) => pattern.test(name)).map(({ value }) => value),
  );
  const buttons = [...rules.matchAll(/(?:button|\.btn|\.cta)[^{}]{0,200}\{([^{}]{0,2000})\}/gi)].flatMap(
    ([, body = '']) => /background(?:-color)?\s*:\s*([^;]{3,60})/i.exec(body)?.[1]?.trim() ?? [],
  );
  return [...named, themeColor.trim(), ...buttons].find(isBrand);
}

/** Whether a colour is neither grey nor almost white or black. */
function isBrand(value: string): boolean {
  const color = readColor(value);
  const [red = 0, green = 0, blue = 0, alpha] = (color === undefined ? undefined : toRgba(color)) ?? [];
  return alpha === 1 && Math.max(red, green, blue) - Math.min(red, green, blue) > 40;
}
