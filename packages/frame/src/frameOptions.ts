/** The options in the frame's address. */
export interface FrameOptions {
  /** `port`: embedded by the loader, which will answer; `raw`: an iframe written by the page, or opened as a page. */
  readonly form: 'port' | 'raw';
  readonly scheme: 'light' | 'dark' | undefined;
  /** Target origin of events until the page has sent its first message. */
  readonly hostOrigin: string | undefined;
  /** Without the loader the chat is open, unless the address has `open=false`. */
  readonly isOpen: boolean;
  /** Settings for both forms: language and layout. The widget validates them like all settings. */
  readonly config: { readonly language: string | undefined; readonly layout: string | undefined };
}

/** How the frame is embedded, and its first layout. Settings in the address are read by `addressSettings.ts`. */
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
 * Derives the server's address from the frame's own; nothing is compiled in.
 *
 * @returns without a trailing slash, with the path prefix if there is one
 */
export function readBase(address: string): string {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/(?:integrations|auto)\/widget\/.*$/, '').replace(/\/$/, '');
}
