import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright-core';
import type { Engine, People, Person, Storage } from './person';

/** People at Chromium or Firefox: one browser for each state of storage, started when somebody needs it. */
export function createPlaywrightPeople(engine: Engine, launch: (storage: Storage) => Promise<Browser>): People {
  const browsers = new Map<Storage, Promise<Browser>>();
  return {
    async arrive(storage = 'partitioned') {
      const browser = browsers.get(storage) ?? launch(storage);
      browsers.set(storage, browser);
      const context = await (await browser).newContext({ viewport: { width: 1200, height: 800 } });
      return createPerson(engine, context, await context.newPage(), () => context.close());
    },
    async close() {
      for (const browser of browsers.values()) await (await browser).close();
    },
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
    async type(selector, text) {
      const box = frame.locator(selector).first();
      if (/^[ -~]*$/.test(text)) await box.pressSequentially(text);
      // The driver's keyboard has no keys of other scripts: the browser's own editing puts them where the cursor is.
      else await box.evaluate((element, words) => element.ownerDocument.execCommand('insertText', false, words), text);
    },
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
    },
    attach: (selector, file) =>
      engine === 'firefox' ? giveFile(frame.locator(selector), file) : frame.locator(selector).setInputFiles(file),
    screenshot: () => page.screenshot(),
    close,
  };
}

/**
 * The driver of Firefox gives no files to an input that cannot be seen: the page's own code puts one in and says so, as
 * a dialog would.
 */
async function giveFile(input: Locator, file: string): Promise<void> {
  await input.evaluate(
    (element, { name, text }) => {
      const given = new DataTransfer();
      given.items.add(new File([text], name));
      (element as HTMLInputElement).files = given.files;
      element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      element.dispatchEvent(new Event('change', { bubbles: true }));
    },
    { name: basename(file), text: readFileSync(file, 'utf8') },
  );
}
