/** A theme's name and its given fields. `dark` overrides `config` in the dark colour scheme. */
export interface ThemeLayer {
  readonly name?: string | undefined;
  readonly config?: Readonly<Record<string, unknown>> | undefined;
  readonly dark?: Readonly<Record<string, unknown>> | undefined;
}

/** The merge of two layers. */
export interface LayeredTheme {
  readonly name: string | undefined;
  readonly config: Readonly<Record<string, unknown>>;
  readonly dark: Readonly<Record<string, unknown>>;
}

/**
 * Merges the page's theme with the owner's. A page's theme with a name replaces the owner's; without a name its fields
 * override the owner's, and those of `config` apply to both colour schemes.
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
