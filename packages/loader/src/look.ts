import { isInlineLayout, readLayoutWord } from '@sotto/widget-core/layouts';
import type { Look, Shell } from './shellTypes';
import type { Theme, WidgetConfig } from './types';

/** Settings, however their names are written; null counts as not written. */
export function toLook(config: WidgetConfig): Look {
  const look: Record<string, unknown> = {};
  for (const name in config) look[name.replace(/-/g, '').toLowerCase()] = config[name as 'widget'] ?? undefined;
  return look;
}

/** What a widget is called on the server. */
export function toWidgetId(look: Look): string {
  return look.widget ?? look.integrationid ?? look.type ?? '';
}

/** Settings → the state that follows from them, and how element and root look. */
export function drawLook({ element: { style }, root, state, owner }: Shell): Look {
  const { config } = state;
  const look = toLook({ ...owner, ...config });
  // An attribute writes a whole theme as JSON; a mere name, or an object, is none.
  try {
    look.theme = JSON.parse(look.theme as string) as Theme;
  } catch {
    /* a name */
  }
  const { position = 'bottom-right' } = look;
  // A word has neither name nor fields.
  const theme = look.theme as Partial<Theme> | undefined;
  const name = theme?.name ?? (typeof look.theme === 'string' ? look.theme : '');
  state.widgetId = toWidgetId(look);
  state.layout = readLayoutWord(position === 'fullscreen' ? position : look.layout, owner?.layout);
  state.scheme = (
    /light|dark/.exec(
      String([look.colorscheme, name, matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light']),
    ) as RegExpExecArray
  )[0] as 'light' | 'dark';
  // Inline and important: no rule of the page can hide or move us, whatever it says about `*`.
  if (!isInlineLayout(state.layout))
    style.cssText +=
      `all:initial;position:fixed;z-index:${look.zindex ?? 2147483000};color-scheme:${state.scheme};`.replace(
        /;/g,
        '!important;',
      );
  for (const axis of 'xy')
    style.setProperty(`--${axis}`, `${look.offset?.[axis as 'x'] ?? look[`offset${axis as 'x'}`] ?? 24}px`);
  const fields = { ...theme?.config, ...(state.scheme === 'dark' && theme?.dark) };
  for (const field in fields) style.setProperty(toPropertyName(field), fields[field] as string);
  root.className = `${state.layout} ${state.scheme} ${position.replace('-', ' ')} ${name}`;
  return look;
}

/** The custom property of a theme's field. */
export function toPropertyName(field: string): string {
  return `--sotto-${field.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
}

/** The server's address, with or without `/integrations/widget/`, with it and a slash at the end. */
export function toBase(base: string): string {
  return base.replace(/(\/integrations.*)?\/?$/, '/integrations/widget/');
}
