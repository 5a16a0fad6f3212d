/** A theme's name and fields, as far as they are set. `dark` goes over `config` where the scheme is dark. */
export interface ThemeLayer {
  readonly name?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dark?: Readonly<Record<string, unknown>> | undefined;
}

/** Two layers in one. */
export interface LayeredTheme {
  readonly name: string | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly dark: Readonly<Record<string, unknown>>;
}

/**
 * The page's theme over the owner's. A page's theme with a name replaces the owner's; without one its fields go over the
 * owner's, those of `config` in both schemes.
 */
export function layerThemes(owner: ThemeLayer | undefined, page: ThemeLayer | undefined): LayeredTheme {
  const base = page?.name === undefined ? owner : undefined;
  const kept = Object.entries(base?.dark ?? {}).filter(([field]) => page?.config?.[field] === undefined);
  return {
    name: page?.name ?? owner?.name,
    config: { ...base?.config, ...page?.config },
    dark: { ...Object.fromEntries(kept), ...page?.dark },
  };
}
