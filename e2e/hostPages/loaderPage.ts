import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { chatOn, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startStack, type Stack } from '../startStack';
import { plainPage, scriptTag, startHostServer, type HostServer } from './hostServer';

/** A browser, the real server and a host site for the specs of one file, with a fresh page for each. */
export interface LoaderPage {
  readonly browser: Browser;
  readonly stack: Stack;
  readonly host: HostServer;
  readonly page: Page;
  /** Puts a page with one widget at `/`, opens it and gives its chat. */
  open(
    attributes?: string,
    options?: { script?: string; body?: string; headers?: Record<string, string>; path?: string },
  ): Promise<Chat>;
  /** Runs code in the host page with the first widget as `widget` and the global as `sotto`. */
  run<Result>(code: string): Promise<Result>;
}

/**
 * Starts what `LoaderPage` names before the file's specs, and ends it after them.
 *
 * @param options - what the browser must have (chromium.ts)
 */
export function useLoaderPage(
  context: BrowserContextOptions = {},
  options: { isWhole?: boolean; isolatesSites?: boolean } = {},
): LoaderPage {
  let browser!: Browser;
  let stack!: Stack;
  let host!: HostServer;
  let page!: Page;
  beforeAll(async () => {
    [browser, stack, host] = await Promise.all([
      launchChromium('partitioned', options),
      startStack(),
      startHostServer(),
    ]);
  });
  afterAll(async () => {
    await Promise.all([browser.close(), stack.close(), host.close()]);
  });
  beforeEach(async () => {
    page = await (await browser.newContext({ viewport: { width: 1200, height: 800 }, ...context })).newPage();
    stack.model.script = ['An answer.'];
  });
  afterEach(async () => {
    stack.model.release();
    await page.context().close();
  });
  return {
    get browser() {
      return browser;
    },
    get stack() {
      return stack;
    },
    get host() {
      return host;
    },
    get page() {
      return page;
    },
    async open(attributes = '', { script = '', body, headers, path = '/' } = {}) {
      const html = plainPage(
        `<script>${script}</script>${scriptTag(stack.origin, `data-widget="demo" ${attributes}`)}`,
        body,
      );
      host.pages.set(path, { html, ...(headers && { headers }) });
      await page.goto(host.origin + path);
      return chatOn(page);
    },
    run: (code) =>
      page.evaluate(
        `(async () => { const sotto = window.sotto; const widget = await sotto.instancePromise; return (${code}); })()`,
      ),
  };
}
