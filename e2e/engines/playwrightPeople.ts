import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { Engine, People, Person } from './person';

/** People at Chromium or Firefox. */
export function createPlaywrightPeople(engine: Engine, browser: Browser): People {
  return {
    async arrive() {
      const context = await browser.newContext({ viewport: { width: 1200, height: 800 } });
      return createPerson(engine, context, await context.newPage(), () => context.close());
    },
    close: () => browser.close(),
  };
}

function createPerson(engine: Engine, context: BrowserContext, page: Page, close: () => Promise<void>): Person {
  const frame = page.frameLocator('sotto-chat iframe');
  const chat = async (): Promise<Frame> => {
    const found = await (await page.locator('sotto-chat iframe').elementHandle())?.contentFrame();
    if (!found) throw new Error('The chat has no frame');
    return found;
  };
  return {
    engine,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    async newTab() {
      const tab = await context.newPage();
      return createPerson(engine, context, tab, () => tab.close());
    },
    inPage: (expression) => page.evaluate(expression),
    inChat: async (expression) => (await chat()).evaluate(expression),
    click: (place, selector) => (place === 'page' ? page : frame).locator(selector).first().click(),
    type: (selector, text) => frame.locator(selector).first().pressSequentially(text),
    press: (place, key) => (place === 'page' ? page.keyboard.press(key) : frame.locator(':focus').press(key)),
    attach: (selector, file) => frame.locator(selector).setInputFiles(file),
    screenshot: () => page.screenshot(),
    close,
  };
}
