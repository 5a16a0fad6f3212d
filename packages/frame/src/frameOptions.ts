import type { JsonObject } from '@sotto/widget-core';

/** What the frame's address says. */
export interface FrameOptions {
  /** `port`: a loader embeds it and will answer; `raw`: a page's own iframe, or opened as a page. */
  readonly form: 'port' | 'raw';
  readonly scheme: 'light' | 'dark' | undefined;
  /** Origin that events go to before the page has spoken. */
  readonly hostOrigin: string | undefined;
  /** Without a loader the frame is the panel: open unless it says `open=false`. */
  readonly isOpen: boolean;
  /** What is asked in any form: language and layout. Checked by the widget, like all settings. */
  readonly config: JsonObject;
}

/** How the frame is embedded and drawn at first; the settings of an address are read by `addressSettings.ts`. */
export function readFrameOptions(address: string): FrameOptions {
  const { searchParams } = new URL(address);
  const form = searchParams.has('v') ? 'port' : 'raw';
  const scheme = searchParams.get('scheme');
  const language = searchParams.get('language') ?? searchParams.get('locale') ?? searchParams.get('lang');
  const layout = searchParams.get('layout');
  const common: JsonObject = { ...(language !== null && { language }), ...(layout !== null && { layout }) };
  return {
    form,
    scheme: scheme === 'light' || scheme === 'dark' ? scheme : undefined,
    hostOrigin: searchParams.get('origin') ?? undefined,
    isOpen: searchParams.get('open') !== 'false',
    config: common,
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
