import { webkit, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Storage } from '../person';
import { startBrowser } from './browserProcess';
import { NotInWebKit } from './notInWebKit';
import { insideOf } from './playwrightInside';
import { createTabs } from './tabs';

/** What is asked of a browser when it begins, and is fulfilled here. Permissions are the engine's own. */
const CAN = [
  'viewport',
  'colorScheme',
  'reducedMotion',
  'forcedColors',
  'locale',
  'userAgent',
  'permissions',
  'deviceScaleFactor',
  'extraHTTPHeaders',
  'acceptDownloads',
  'javaScriptEnabled',
];

/**
 * WebKitGTK with Playwright's surface. Every context is a MiniBrowser of its own on a screen of its own, because one
 * has only one profile.
 *
 * @param miniBrowser - its executable
 */
export function launchWebKit(miniBrowser: string, storage: Storage = 'partitioned'): Browser {
  const contexts = new Set<BrowserContext>();
  const newContext = async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const context = await openContext(miniBrowser, options, storage === 'denied' ? ['--features=-LocalStorage'] : []);
    contexts.add(context);
    context.once('close', () => contexts.delete(context));
    return context;
  };
  return {
    newContext,
    async newPage(options?: BrowserContextOptions) {
      const context = await newContext(options);
      return context.newPage();
    },
    async close() {
      for (const context of contexts) await context.close();
    },
    contexts: () => [...contexts],
    browserType: () => webkit,
    isConnected: () => true,
    version: () => 'WebKitGTK',
    startTracing: () => Promise.reject(new NotInWebKit('a trace of the browser’s work')),
  } as unknown as Browser;
}

/**
 * What a browser is told on its command line. Without scripts in its pages it still runs those of the inspector, so it
 * says of itself that it has them: `<noscript>` stays empty.
 */
function settingsOf({ javaScriptEnabled = true, permissions = [] }: BrowserContextOptions): string[] {
  return [
    ...(javaScriptEnabled ? [] : ['--enable-javascript-markup=false']),
    ...(permissions.includes('clipboard-read') ? ['--javascript-can-access-clipboard=true'] : []),
  ];
}

async function openContext(
  miniBrowser: string,
  options: BrowserContextOptions,
  args: readonly string[],
): Promise<BrowserContext> {
  const wish = Object.entries(options).find(
    ([name, value]) => !CAN.includes(name) && value !== undefined && value !== false,
  )?.[0];
  if (wish !== undefined) throw new NotInWebKit(`a context with ${wish}`);
  const process = await startBrowser(miniBrowser, {
    scale: options.deviceScaleFactor ?? 1,
    locale: options.locale,
    args: [...args, ...settingsOf(options)],
  });
  try {
    const tabs = createTabs(process, options.viewport ?? { width: 1280, height: 720 });
    const browser = await webkit.connectOverCDP(tabs.first);
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no context');
    const {
      viewport: _viewport,
      permissions: _permissions,
      javaScriptEnabled: _scripts,
      acceptDownloads: _downloads,
      deviceScaleFactor: _scale,
      ...kept
    } = options;
    const inside = insideOf(context);
    Object.assign(inside._options, kept);
    await tabs.adopt(inside);
    const holdRouted = (page: Page): void => {
      const route = page.route.bind(page);
      page.route = (address, ...rest) => {
        if (typeof address !== 'string' && !(address instanceof RegExp))
          throw new NotInWebKit('a route that is no glob and no regular expression');
        tabs.hold(insideOf(page).delegate, address);
        return route(address, ...rest);
      };
    };
    context.pages().forEach(holdRouted);
    context.on('page', holdRouted);
    let isOpen = true;
    return Object.assign(context, {
      async close() {
        if (!isOpen) return;
        isOpen = false;
        tabs.close();
        await browser.close();
        await process.close();
      },
      newCDPSession: () => Promise.reject(new NotInWebKit('the DevTools protocol of Chromium')),
    });
  } catch (error) {
    await process.close();
    throw error;
  }
}
