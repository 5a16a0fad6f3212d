import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually, sees } from '../chat';
import { bundleInPage } from '../hostPages/bundleInPage';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;
let list: Locator;

beforeAll(async () => {
  const script = await bundleInPage('longInPage.mjs');
  host.pages.set('/long.js', { html: script, headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
  host.pages.set('/', {
    html:
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Long</title><body style="margin:0"><div ` +
      `id="chat" style="position:sticky;top:0;width:420px;height:640px"></div><div ` +
      `style="height:4000px"></div><h2 id="shipping">Shipping</h2><div style="height:2000px"></div><script ` +
      `type="module" src="/long.js"></script></body></html>`,
  });
});
beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 900, height: 700 } })).newPage();
  await page.goto(`${host.origin}/?base=${encodeURIComponent(stack.origin)}`);
  list = page.getByRole('region', { name: 'Conversation' });
  await sees(list, 'Answer number 9999.');
}, 180_000);
afterEach(() => page.context().close());

const elements = (): Promise<number> => list.evaluate((element) => element.querySelectorAll('*').length);

describe('W-31 a conversation of 10,000 messages', () => {
  it('opens at the newest with as many elements as are near, and all of it there as text', async () => {
    expect(await list.locator('.sotto-message').count()).toBeLessThanOrEqual(100);
    expect(await elements()).toBeLessThan(4_000);
    const text = await list.evaluate((element) => element.textContent);
    expect(text.match(/Question number \d+\?/g)).toHaveLength(5_000);
  });

  it(
    'is found by find-in-page, and a link there leads to its anchor on the page without moving the reader of the chat',
    { timeout: 120_000 },
    async () => {
      const isFound = await list.evaluate(() => {
        const found = (
          window as unknown as {
            find: (text: string, isCased: boolean, isBackward: boolean, wraps: boolean) => boolean;
          }
        ).find('Answer number 4001.', false, false, true);
        getSelection()?.focusNode?.parentElement?.scrollIntoView({ block: 'nearest' });
        return found;
      });
      expect(isFound).toBe(true);
      const link = list.getByRole('link', { name: 'the notes of 4001' });
      await link.waitFor();
      await link.scrollIntoViewIfNeeded();
      await page.evaluate(() => {
        scrollTo(0, 0);
        getSelection()?.removeAllRanges();
      });
      const before = await link.boundingBox();
      await link.click();
      await eventually(async () => {
        expect(new URL(page.url()).hash).toBe('#shipping');
        expect(
          await page.locator('#shipping').evaluate((heading) => Math.round(heading.getBoundingClientRect().top)),
        ).toBeLessThan(700);
      });
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(3_000);
      await eventually(async () => {
        expect(Math.abs(((await link.boundingBox())?.y ?? 0) - (before?.y ?? 999))).toBeLessThan(3);
      });
      expect(await elements()).toBeLessThan(8_000);
      await page.evaluate(() => {
        history.back();
      });
      await eventually(async () => {
        expect(await page.evaluate(() => location.hash)).toBe('');
      });
      await link.waitFor();
    },
  );

  it('is taken by select-all as a whole', { timeout: 120_000 }, async () => {
    await list.evaluate((element) => {
      getSelection()?.selectAllChildren(element);
    });
    // Firefox lays out what is selected with its next picture.
    await eventually(async () => {
      const selected = await list.evaluate(() => getSelection()?.toString() ?? '');
      expect(selected.match(/Question number \d+\?/g)).toHaveLength(5_000);
      expect(selected).toContain('Answer number 9999.');
    }, 60_000);
  });

  it('is drawn whole for printing, and given up again afterwards', { timeout: 300_000 }, async () => {
    await list.evaluate(() => {
      window.dispatchEvent(new Event('beforeprint'));
    });
    expect(await list.locator('.sotto-message').count()).toBe(10_000);
    await list.evaluate(() => {
      window.dispatchEvent(new Event('afterprint'));
    });
    await eventually(async () => {
      expect(await list.locator('.sotto-message').count()).toBeLessThanOrEqual(300);
    }, 60_000);
  });
});
