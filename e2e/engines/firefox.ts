import { firefox, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Storage } from './person';

/**
 * Firefox as it is shipped, through WebDriver BiDi.
 *
 * One process for all sites: the driver gives keys to the process of the page, so that they would not reach a frame of
 * another site.
 *
 * What a visitor's system says (dark, no motion, a finger) is a setting of the whole browser here: who wishes otherwise
 * than the others gets a browser of their own.
 *
 * @param executablePath - of Firefox or Firefox ESR
 */
export async function launchFirefox(executablePath: string, storage: Storage = 'partitioned'): Promise<Browser> {
  const others = new Map<string, Promise<Browser>>();
  const browser = await start(executablePath, storage, {});
  const newContext = browser.newContext.bind(browser);
  const close = browser.close.bind(browser);
  return Object.assign(browser, {
    async newContext(options: BrowserContextOptions = {}) {
      const prefs = prefsOf(options);
      const key = JSON.stringify(prefs);
      if (key !== '{}' && !others.has(key)) others.set(key, start(executablePath, storage, prefs));
      const other = await others.get(key);
      const context = await (other ? other.newContext(options) : newContext(options));
      await context.addInitScript(fillAsTyped);
      const newPage = context.newPage.bind(context);
      return Object.assign(context, {
        newPage: async () => refuseLooks(await newPage(), options),
        // A page that is driven may read the clipboard; the driver has no name for that.
        grantPermissions: () => Promise.resolve(),
      });
    },
    async close() {
      for (const other of others.values()) await (await other).close();
      await close();
    },
  });
}

function start(executablePath: string, storage: Storage, prefs: Readonly<Record<string, number>>): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: {
      'fission.autostart': false,
      'browser.tabs.remote.autostart': true,
      // "Cookies: all cross-site cookies" in the settings denies frames of other sites their storage too; the default
      // partitions it.
      'network.cookie.cookieBehavior': storage === 'denied' ? 1 : 5,
      // A wheel that turns where a visitor's does: otherwise it goes past what keeps a scroll inside its box.
      'remote.events.async.wheel.enabled': true,
      // The browser's own request, which counts as one of the page and breaks its policy.
      'browser.chrome.site_icons': false,
      ...prefs,
    },
  });
}

function prefsOf({ colorScheme, reducedMotion, hasTouch }: BrowserContextOptions): Record<string, number> {
  return {
    ...(colorScheme === 'dark' && { 'layout.css.prefers-color-scheme.content-override': 0 }),
    ...(reducedMotion === 'reduce' && { 'ui.prefersReducedMotion': 1 }),
    ...(hasTouch && {
      'dom.w3c_touch_events.enabled': 1,
      'ui.primaryPointerCapabilities': 1,
      'ui.allPointerCapabilities': 1,
    }),
  };
}

/**
 * The driver does nothing where a page is to look otherwise from now on: nobody may take that for a look that was seen.
 */
function refuseLooks(page: Page, { colorScheme = 'light' }: BrowserContextOptions): Page {
  return Object.assign(page, {
    emulateMedia: (wish: Parameters<Page['emulateMedia']>[0] = {}) => {
      const isRefused =
        (wish.colorScheme ?? colorScheme) !== colorScheme ||
        wish.media === 'print' ||
        wish.forcedColors === 'active' ||
        wish.contrast === 'more';
      return isRefused
        ? Promise.reject(new Error(`Firefox cannot be told ${JSON.stringify(wish)} while a page is open`))
        : Promise.resolve();
    },
  });
}

/**
 * The driver fills a field by writing its value, which a page that draws its fields itself (React) does not hear: here
 * the browser's own editing puts the text in. Runs in every page and frame, so it uses nothing from outside itself.
 */
function fillAsTyped(): void {
  const insert = (text: string): Element | null => {
    let element = document.activeElement;
    while (element?.shadowRoot) element = element.shadowRoot.activeElement;
    // The driver asks again in that frame.
    if (element?.localName === 'iframe') return element;
    document.execCommand('insertText', false, text);
    return null;
  };
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
