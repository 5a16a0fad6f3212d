import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import type { Appearance, LauncherElement } from './elementTypes';
import type { Theme, WidgetConfig } from './types';

/** Settings under lower-case names without dashes; null counts as not set. */
export function resolveAppearance(config: WidgetConfig): Appearance {
  const appearance: Record<string, unknown> = {};
  for (const name in config) appearance[name.replace(/-/g, '').toLowerCase()] = config[name as 'widget'] ?? undefined;
  return appearance;
}

/** The widget's id on the server. */
export function toWidgetId(appearance: Appearance): string {
  return appearance.widget ?? appearance.integrationid ?? appearance.type ?? '';
}

/** Derives the state from the settings and styles the element and its root. */
export function applyAppearance({ element: { style }, root, state, owner, pageScheme }: LauncherElement): Appearance {
  const { config } = state;
  const appearance = resolveAppearance({ ...owner, ...config });
  // An attribute holds a whole theme as JSON. A name or an object fails to parse and stays as it is.
  try {
    appearance.theme = JSON.parse(appearance.theme as string) as Theme;
  } catch {
    /* a name */
  }
  const { position = 'bottom-right' } = appearance;
  // The theme may be only a name.
  const theme = appearance.theme as (Partial<Theme> & Partial<Pick<string, 'trim'>>) | undefined;
  const name = theme?.name ?? theme?.trim?.() ?? '';
  state.widgetId = toWidgetId(appearance);
  state.layout = readLayoutWord(position === 'fullscreen' ? position : appearance.layout, owner?.layout);
  state.scheme = (
    /light|dark/.exec(
      String([
        appearance.colorscheme,
        name,
        pageScheme,
        matchMedia('(prefers-color-scheme:dark)').matches && 'dark',
        'light',
      ]),
    ) as RegExpExecArray
  )[0] as 'light' | 'dark';
  // Inline with !important, so that no rule of the page, not even one for `*`, can hide or move the launcher.
  if (!isInlineLayout(state.layout))
    style.cssText +=
      `all:initial!important;position:fixed!important;z-index:${appearance.zindex ?? 2147483000}!important;` +
      `color-scheme:${state.scheme}!important`;
  for (const axis of 'xy')
    style.setProperty(`--${axis}`, `${appearance.offset?.[axis as 'x'] ?? appearance[`offset${axis as 'x'}`] ?? 24}px`);
  const fields = { ...theme?.config, ...(state.scheme === 'dark' && theme?.dark) };
  for (const field in fields) style.setProperty(toPropertyName(field), fields[field] as string);
  root.className = `${state.layout} ${state.scheme} ${position.replace('-', ' ')} ${name}`;
  return appearance;
}

/** The custom property of a theme field. */
export function toPropertyName(field: string): string {
  return `--sotto-${field.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/** The server's widget folder, ending with a slash, from an address with or without `/integrations/widget/`. */
export function toBase(base: string): string {
  return base.replace(/(.integrations.widget.*)?\/?$/, '/integrations/widget/');
}
