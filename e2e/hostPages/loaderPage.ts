import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { chatOn, type Chat } from '../chat';
import type { LaunchOptions } from '../engines/chromium';
import type { Stack } from '../startStack';
import { useBrowser, useStack } from '../useStack';
import { plainPage, scriptTag, type HostServer } from './hostServer';

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
 * What `LoaderPage` names, awaited where a file begins.
 *
 * @param options - what the browser must have (chromium.ts)
 */
export async function useLoaderPage(
  context: BrowserContextOptions = {},
  options: LaunchOptions = {},
): Promise<LoaderPage> {
  const { stack, host } = await useStack();
  const browser = await useBrowser(options);
  let page!: Page;
  beforeEach(async () => {
    page = await (await browser.newContext({ viewport: { width: 1200, height: 800 }, ...context })).newPage();
    stack.model.script = ['An answer.'];
  });
  afterEach(async () => {
    stack.model.release();
    await page.context().close();
  });
  return {
    browser,
    stack,
    host,
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
