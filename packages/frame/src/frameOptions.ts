import type { JsonObject } from '@sotto/widget-core';

/** Settings in an address may take this much, in characters (8 KiB). Contract 2.6. */
export const ADDRESS_SETTINGS_MAX = 8192;

/** Parameters that are not settings, or that must never come by address: it ends in logs and histories. */
const NOT_SETTINGS = new Set(['v', 'scheme', 'lang', 'locale', 'instance', 'embed', 'origin', 'open', 'reload', 'contact', 'token', 'functions', 'createSession', 'config']);
const JSON_SETTINGS = new Set(['theme', 'messages', 'meta', 'intl']);

/** What the frame's address says. */
export interface FrameOptions {
  /** `port`: a loader embeds it and will answer; `raw`: a page's own iframe, or opened as a page. */
  readonly form: 'port' | 'raw';
  readonly scheme: 'light' | 'dark' | undefined;
  /** Origin that events go to before the page has spoken. */
  readonly hostOrigin: string | undefined;
  /** Without a loader the frame is the panel: open unless it says `open=false`. */
  readonly isOpen: boolean;
  /** Checked field by field by the widget. */
  readonly config: JsonObject;
}

/** Address parameters → settings, for embeds without a loader (contract 2.6). */
export function readFrameOptions(address: string): FrameOptions {
  const { search, searchParams } = new URL(address);
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
    config: form === 'port' || search.length > ADDRESS_SETTINGS_MAX ? common : { ...readSettings(searchParams), ...common },
  };
}

function readSettings(parameters: URLSearchParams): JsonObject {
  const settings: JsonObject = {};
  for (const [name, value] of parameters) {
    if (NOT_SETTINGS.has(name) || !/^[a-z][A-Za-z]{1,40}$/.test(name)) continue;
    settings[name] = readValue(name, value);
  }
  return settings;
}

function readValue(name: string, value: string): JsonObject[string] {
  if (value === 'true') return true;
  if (value === 'false') return false;
  if (!JSON_SETTINGS.has(name) || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value) as JsonObject[string];
  } catch {
    return value;
  }
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
