import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import { violations } from '../axe';
import { launchChromium } from '../engines/chromium';
import { fillSignIn } from '../signIn';
import { startStack, type Stack } from '../startStack';

const ITEM = '/hub/skillsets/order-help';
/** What a visitor pays in scripts before touching anything, in bytes (hub.md 7). */
const SCRIPT_BUDGET = 61_440;

let stack: Stack;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  stack = await startStack({ guide: true, env: { HUB_SEED: 'on' } });
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser.close();
  await stack.close();
});

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  page = await context.newPage();
  errors = [];
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(stack.origin + path);
  return page;
}

describe('H-9 H-11 every link of the site', () => {
  it('leads to a page', async () => {
    const seen = new Map<string, number>();
    const queue = ['/', '/hub', '/explore'];
    const dead: string[] = [];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (seen.has(path)) continue;
      const response = await fetch(stack.origin + path, { redirect: 'follow' });
      seen.set(path, response.status);
      if (!response.ok) dead.push(`${path} ${String(response.status)}`);
      if (!(response.headers.get('content-type') ?? '').startsWith('text/html')) continue;
      const html = await response.text();
      const base = new URL(response.url);
      // The demo is a page of somebody else; filters make endless combinations of the same list.
      if (path === '/demo' || path.includes('?')) continue;
      for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), base);
        if (url.origin === stack.origin) queue.push(url.pathname + url.search);
      }
    }
    expect(dead).toEqual([]);
    expect(seen.size).toBeGreaterThan(80);
  }, 240_000);
});

describe('H-1 H-6 a page of each kind', () => {
  const pages = ['/', '/hub', '/hub/skillsets', '/hub/skillsets?q=nothing-fits', ITEM, '/hub/bots/web-mentor', '/hub/datasets/csp', '/hub/blueprints/docs-helper', '/hub/collections/gpts', '/hub/users/sotto', '/hub/search?q=web', '/docs', '/changelog', '/widgets', '/hub/about-ranking'];
  it.each(pages)('%s passes axe in light and dark, with no error', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await open(path, { colorScheme });
      expect(await violations(page)).toEqual([]);
      expect(errors).toEqual([]);
      await page.context().close();
    }
  }, 120_000);

  it.each(['/', '/hub', '/hub/skillsets', ITEM, '/docs/api'])('%s does not scroll sideways on a narrow phone', async (path) => {
    await open(path, { viewport: { width: 320, height: 640 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.context().close();
  });

  it('H-6 costs little script before a person is there, and starts no conversation', async () => {
    const scripts: { url: string; size: number }[] = [];
    const context = await browser.newContext();
    page = await context.newPage();
    const calls: string[] = [];
    page.on('request', (request) => { if (request.method() === 'POST') calls.push(request.url()); });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') void response.body().then((body) => scripts.push({ url: response.url(), size: brotliCompressSync(body).byteLength }), () => undefined);
    });
    await page.goto(stack.origin + ITEM, { waitUntil: 'networkidle' });
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.reduce((sum, { size }) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BUDGET);
    expect(calls).toEqual([]);
    await context.close();
  });
});

describe('H-2 H-3 trying a skillset', () => {
  it('sends what was typed before the chat was there, shows the answer and the way to the conversation', async () => {
    await open(ITEM);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.locator('[data-facade-text]').fill('What does the status in preparation mean?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.chat-place').getByText('The address can still be changed', { exact: false }).first().waitFor({ timeout: 60_000 });
    const link = page.getByRole('link', { name: 'View Conversation' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toMatch(/\/conversations\/conv_/);
    expect(await page.getByRole('link', { name: 'Create Your Own' }).getAttribute('target')).toBe('_blank');
    expect(errors).toEqual([]);
    await page.context().close();
  }, 120_000);

  it('H-2 Try this puts the text into the box, Try Now puts the cursor there', async () => {
    await open(ITEM);
    await page.locator('.use-cases').getByRole('button', { name: /Try this/ }).first().click();
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some((box) => box.value.includes('in preparation')));
    await page.getByRole('link', { name: 'Try Now' }).first().click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await page.context().close();
  }, 60_000);

  it('H-7 Clone asks a stranger to sign in, comes back to the question, copies on Yes and opens the copy', async () => {
    await open(ITEM);
    await page.getByRole('button', { name: 'Clone' }).click();
    const popup = page.getByRole('dialog', { name: 'Login' });
    await popup.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL(/\/signin\?callbackUrl=%2Fhub%2Fskillsets%2Forder-help%3Fclone%3D1/);
    await fillSignIn(page, stack, 'ben@example.com');

    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to clone this skillset?' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(/\/skillsets\/skillset_/);
    expect(await page.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Order help');
    expect(await page.locator('.ability-list > li').count()).toBeGreaterThan(1);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);
});
