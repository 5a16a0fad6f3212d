/** The layouts, as a page names them [W-2]. */
export const LAYOUTS = ['popover', 'popout', 'slideover', 'center', 'stretch', 'fullscreen'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

/** The presets [W-35]. */
export const THEMES = ['default', 'light', 'dark', 'modern', 'stack', 'blank'] as const;
export const SCHEMES = ['light', 'dark'] as const;
export const DIRECTIONS = ['ltr', 'rtl'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Screens, in CSS pixels. */
export const SCREENS = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 390, height: 844 },
  /** What 400 % zoom leaves of 1280 pixels. */
  narrow: { width: 320, height: 640 },
  /** Not a screen: all of a conversation at one look. */
  whole: { width: 560, height: 5600 },
} as const;
export type ScreenName = keyof typeof SCREENS;

/** One page that is opened, and what is then changed on it without loading it anew. */
export const PLACES: readonly { readonly layout: LayoutName; readonly screen: ScreenName }[] = [
  { layout: 'stretch', screen: 'whole' },
  ...LAYOUTS.flatMap((layout) => (['desktop', 'phone'] as const).map((screen) => ({ layout, screen }))),
];

/** How one picture looks, and its file. */
export interface Look {
  readonly layout: LayoutName;
  readonly screen: ScreenName;
  readonly theme: (typeof THEMES)[number];
  readonly scheme: (typeof SCHEMES)[number];
  readonly direction: Direction;
}

/** Every look of one place. */
export function looksOf(place: (typeof PLACES)[number]): Look[] {
  return DIRECTIONS.flatMap((direction) =>
    THEMES.flatMap((theme) => SCHEMES.map((scheme) => ({ ...place, theme, scheme, direction }))),
  );
}

/** The picture's file name. */
export function fileOf({ layout, screen, theme, scheme, direction }: Look): string {
  return `${screen}-${layout}-${theme}-${scheme}-${direction}.jpeg`;
}
