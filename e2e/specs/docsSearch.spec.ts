import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { useStack } from '../useStack';

const LOOKS = fileURLToPath(new URL('../output/docs/', import.meta.url));
const PHONE = { width: 390, height: 844 };

const { browser, stack } = await useStack('hub');

beforeAll(() => {
  mkdirSync(LOOKS, { recursive: true });
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  await page.goto(stack.origin + path);
  return page;
}

describe('H-11 search in the documentation', () => {
  it('is reached, read and left with the keyboard alone', async () => {
    const page = await open('/docs/guides/operator');
    await page.keyboard.press('/');
    await page.keyboard.type('strict csp');
    await page.getByRole('option').first().waitFor();
    expect(await page.getByRole('combobox').getAttribute('aria-expanded')).toBe('true');
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${LOOKS}search.png` });
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').isVisible()).toBe(false);
    await page.keyboard.press('ArrowDown');
    const href = await page.locator('[role=option][aria-selected=true]').getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${stack.origin}${href ?? ''}`);
    await page.context().close();
  }, 60_000);

  it('leads to the page of results without a script', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });
    await page.getByRole('searchbox').fill('postgres');
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL('**/docs/search?q=postgres');
    expect(await page.locator('.docs-results li').count()).toBeGreaterThan(3);
    await page.screenshot({ path: `${LOOKS}results.png` });
    await page.context().close();
  }, 60_000);

  it('finds a name of the packages on its page, which passes axe', async () => {
    const page = await open('/docs/reference');
    await page.keyboard.press('/');
    await page.keyboard.type('useComposer');
    // While the words are still being typed, the first result is another one.
    await page.getByRole('option', { name: 'useComposer' }).first().click();
    await page.waitForURL('**/docs/reference/widget-react#usecomposer');
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${LOOKS}reference.png` });
    await page.context().close();
  }, 60_000);

  it('fits on a phone, in the dark and from right to left', async () => {
    const page = await open('/docs/guides/operator', { viewport: PHONE, colorScheme: 'dark', hasTouch: true });
    await page.screenshot({ path: `${LOOKS}phone-page.png` });
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl';
    });
    await page.getByLabel('Search the documentation').fill('backup');
    await page.getByRole('option').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
    const box = await page.getByRole('listbox').boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? PHONE.width)).toBeLessThanOrEqual(PHONE.width);
    expect(await violations(page)).toEqual([]);
    await page.screenshot({ path: `${LOOKS}phone-search.png` });
    await page.context().close();
  }, 60_000);

  it('says when the server does not answer', async () => {
    const page = await open('/docs');
    await page.route('**/docs/search.json*', (route) => route.abort());
    await page.getByLabel('Search the documentation').fill('backup');
    await page.getByText('The search did not answer').waitFor();
    expect(await page.getByRole('combobox').getAttribute('aria-expanded')).toBe('false');
    await page.context().close();
  }, 60_000);

  it('costs nothing until somebody reaches for it', async () => {
    const page = await open('/docs');
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).length);
    await page.waitForLoadState('networkidle');
    const before = await scripts();
    await page.getByLabel('Search the documentation').focus();
    await page.getByRole('combobox').waitFor();
    expect(await scripts()).toBeGreaterThan(before);
    await page.context().close();
  }, 60_000);
});
