import { it, type TestFunction } from 'vitest';

/**
 * What Firefox, or Playwright's driver of it (WebDriver BiDi), cannot do: said where a spec is left out for it.
 */
export const FIREFOX_CANNOT = {
  look: 'no driver tells it to look otherwise while a page is open',
  devtools: 'the driver has no developer tools in it',
  body: 'the driver does not tell what a request carries',
  download: 'the driver does not tell of downloads',
  touch: 'the driver has no finger',
  back: 'the driver loses sight of a page that comes back',
  permissions: 'it tells a page nothing about its Permissions-Policy',
} as const;

/** Whether the specs run in Firefox (`node e2e/run.mjs --engine firefox`). */
export const isFirefox = process.env['SOTTO_ENGINE'] === 'firefox';
/** Whether the specs run in WebKit (`--engine webkit`). What is left out there says so in `webkit/leftOut.ts`. */
export const isWebKit = process.env['SOTTO_ENGINE'] === 'webkit';

/** Whether a complaint is about the icon that WebKit asks for by itself and counts against the page's policy. */
export const isAboutIcon = (complaint: string): boolean => isWebKit && complaint.includes('/favicon.ico');

/**
 * `it`, but not in Firefox: there the spec is left out, and its name in the report says why.
 *
 * @param reason - true of the engine or of its driver, never of the widget
 */
export function exceptInFirefox(
  reason: (typeof FIREFOX_CANNOT)[keyof typeof FIREFOX_CANNOT],
): (name: string, run: TestFunction, timeoutMs?: number) => void {
  return (name, run, timeoutMs) => {
    it.skipIf(isFirefox)(isFirefox ? `${name} (left out: ${reason})` : name, run, timeoutMs);
  };
}

/**
 * Looks that a page can be told to have while it is open. A spec that loops over them ends its name with
 * `notDark`.
 */
export const SCHEMES: readonly ('light' | 'dark')[] = isFirefox ? ['light'] : ['light', 'dark'];
export const notDark = isFirefox ? ` (left out: dark, ${FIREFOX_CANNOT.look})` : '';

/** Whether they run in Chromium, whose pictures stand in the documentation. */
export const isChromium = (process.env['SOTTO_ENGINE'] ?? 'chromium') === 'chromium';
