/** The options in the frame's address. */
export interface FrameOptions {
  /** `port`: a loader embeds it and will answer; `raw`: a page's own iframe, or opened as a page. */
  readonly form: 'port' | 'raw';
  readonly scheme: 'light' | 'dark' | undefined;
  /** Target origin of events before the first message of the page. */
  readonly hostOrigin: string | undefined;
  /** Without a loader the frame is the panel: open unless the address has `open=false`. */
  readonly isOpen: boolean;
  /** Settings of either form: language and layout. Validated by the widget, like all settings. */
  readonly config: { readonly language: string | undefined; readonly layout: string | undefined };
}

/** How the frame is embedded and drawn at first; the settings of an address are read by `addressSettings.ts`. */
export function readFrameOptions(address: string): FrameOptions {
  const { searchParams } = new URL(address);
  const form = searchParams.has('v') ? 'port' : 'raw';
  const scheme = searchParams.get('scheme');
  const read = (name: string): string | undefined => searchParams.get(name) ?? undefined;
  return {
    form,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : undefined,
    hostOrigin: read('origin'),
    isOpen: read('open') !== 'false',
    config: { language: read('language') ?? read('locale') ?? read('lang'), layout: read('layout') },
  };
}

/**
 * The address of the server, from the frame's own: nothing is compiled in.
 *
 * @returns without a trailing slash, with the path prefix if there is one
 */
export function readBase(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/(?:integrations|auto)\/widget\/.*$/, '').replace(/\/$/, '');
}
