import { isInline, toLayout } from './layout';
import type { Look, Shell } from './shellTypes';
import type { WidgetConfig } from './types';

/** Settings, however their names are written; null counts as not written. */
export function toLook(config: WidgetConfig): Look {
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name.replace(/-/g, '').toLowerCase(), (value as unknown) ?? undefined]));
}

/** What a widget is called on the server. */
export function toWidgetId(look: Look): string {
  return look.widget ?? look.integrationid ?? look.type ?? '';
}

/** Settings → the state that follows from them, and how element and root look. */
export function drawLook({ element: { style }, root, state }: Shell): Look {
  const { config } = state;
  const look = toLook(config);
  // An attribute writes a whole theme as JSON; a mere name, or an object, is none.
  try { look.theme = JSON.parse(look.theme as string) as NonNullable<Look['theme']>; } catch { /* a name */ }
  const { position = 'bottom-right', theme } = look;
  const preset = theme?.name ?? theme;
  state.widgetId = toWidgetId(look);
  state.layout = toLayout(position === 'fullscreen' ? position : look.layout);
  state.scheme = (/light|dark/.exec([look.colorscheme, preset, matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light'] as never) as unknown as 'light'[])[0] as 'light';
  // Inline and important: no rule of the page can hide or move us, whatever it says about `*`.
  if (!isInline(state.layout)) style.cssText += `all:initial;position:fixed;z-index:${look.zindex ?? 2147483000};color-scheme:${state.scheme};`.replace(/;/g, '!important;');
  for (const axis of 'xy') style.setProperty(`--${axis}`, `${look.offset?.[axis as 'x'] ?? look[`offset${axis as 'x'}`] ?? 24}px`);
  for (const field in theme?.config) style.setProperty(`--sotto-${field.replace(/[A-Z]/g, '-$&').toLowerCase()}`, theme.config[field] as string);
  for (const name in config) if (name.startsWith('theme-')) style.setProperty(`--sotto${name.slice(5)}`, config[name as 'barTitle'] as string);
  root.className = `${state.layout} ${state.scheme} ${position.replace('-', ' ')} ${preset}`;
  return look;
}

/** The server's address, with or without `/integrations/widget/`, with it and a slash at the end. */
export function toBase(base: string): string {
  return base.replace(/(\/integrations.*)?\/?$/, '/integrations/widget/');
}
