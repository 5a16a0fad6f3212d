import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/internal/layouts';
import type { Appearance, LauncherElement } from './elementTypes';
import type { Theme, WidgetConfig } from './types';

/** Settings, however their names are written; null counts as not written. */
export function resolveAppearance(config: WidgetConfig): Appearance {
  const appearance: Record<string, unknown> = {};
  for (const name in config) appearance[name.replace(/-/g, '').toLowerCase()] = config[name as 'widget'] ?? undefined;
  return appearance;
}

/** What a widget is called on the server. */
export function toWidgetId(appearance: Appearance): string {
  return appearance.widget ?? appearance.integrationid ?? appearance.type ?? '';
}

/** Settings → the state that follows from them, and how element and root look. */
export function applyAppearance({ element: { style }, root, state, owner, pageScheme }: LauncherElement): Appearance {
  const { config } = state;
  const appearance = resolveAppearance({ ...owner, ...config });
  // An attribute writes a whole theme as JSON; a mere name, or an object, is none.
  try {
    appearance.theme = JSON.parse(appearance.theme as string) as Theme;
  } catch {
    /* a name */
  }
  const { position = 'bottom-right' } = appearance;
  // A word has neither name nor fields.
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
        matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light',
      ]),
    ) as RegExpExecArray
  )[0] as 'light' | 'dark';
  // Inline and important: no rule of the page, not even one for `*`, can hide or move the launcher.
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

/** The custom property of a theme's field. */
export function toPropertyName(field: string): string {
  return `--sotto-${field.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/** The server's address, with or without `/integrations/widget/`, with it and a slash at the end. */
export function toBase(base: string): string {
  return base.replace(/(\/integrations.*)?\/?$/, '/integrations/widget/');
}
