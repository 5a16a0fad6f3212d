import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { eventually, sees } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startHostServer, type HostServer } from '../hostPages/hostServer';
import { fillSignIn } from '../signIn';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;
let host: HostServer;

beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchChromium(), startStack(), startHostServer()]);
  stack.model.script = ['Your order ', 'is on its way.'];
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

async function signIn(page: Page, email: string, callbackUrl = '/overview'): Promise<void> {
  await page.goto(`${stack.origin}/signin?callbackUrl=${encodeURIComponent(callbackUrl)}`);
  await fillSignIn(page, stack, email);
  await page.waitForURL((url) => url.pathname === new URL(callbackUrl, stack.origin).pathname);
}

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

describe('H-12 L-1 from an account to a chat on one’s own site', () => {
  it('sign in, make a skillset with an ability, try it, make a widget, paste its line, and see that it is installed', async () => {
    const { context, page } = await open();
    await signIn(page, 'ana@example.com', '/skillsets/new');

    await page.getByLabel('Name').fill('Order help');
    await page.getByRole('button', { name: 'Create skillset' }).click();
    await sees(page.locator('main'), 'Saved.');
    const ability = page.locator('form', { has: page.locator('input[value="new-ability"]') });
    await ability.getByLabel('Name').fill('find order');
    await ability.getByLabel('Description').fill('When somebody asks where an order is.');
    await ability.getByLabel('Instruction').fill('Ask for the number.');
    await ability.getByRole('button', { name: 'Add ability' }).click();
    await sees(page.locator('.ability-list'), 'find order');

    const chat = page.locator('.try-it iframe').contentFrame();
    await chat.getByRole('textbox').fill('Where is my order?');
    await chat.getByRole('textbox').press('Enter');
    await sees(chat.locator('article.sotto-message'), 'Your order is on its way.');

    await page.goto(`${stack.origin}/integrations/widget/new`);
    await page.getByLabel('Name', { exact: true }).fill('Shop chat');
    await page.getByLabel('Backstory of the new bot').fill('You help customers of a coffee shop.');
    await page.getByLabel('Title').fill('Ask Harbour');
    await sees(page.locator('[data-preview]').contentFrame().locator('sotto-chat iframe').contentFrame().locator('body'), 'Ask Harbour');
    await page.getByRole('button', { name: 'Create widget' }).click();
    await sees(page.locator('[data-installed]'), 'Not seen on a site yet');

    const snippet = await page.locator('[data-kind="script"] [data-part="code"]').innerText();
    host.pages.set('/shop', { html: `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${snippet}</body></html>` });
    const shop = await context.newPage();
    await shop.goto(`${host.origin}/shop`);
    await shop.locator('sotto-chat button[part~="launcher"]').click();
    await sees(shop.locator('sotto-chat iframe').contentFrame().locator('body'), 'Ask Harbour');

    await page.bringToFront();
    await sees(page.locator('[data-installed]'), `Last seen on ${new URL(host.origin).host} just now`);
    await context.close();
  });
});

describe('H-12 nothing that was typed is lost', () => {
  it('a draft survives a reload, says so, and can be discarded', async () => {
    const { context, page } = await open();
    await signIn(page, 'ben@example.com', '/bots/new');
    await page.getByLabel('Backstory').fill('A long and careful backstory.');
    await page.reload();
    await sees(page.locator('form'), 'Not saved yet: this is what you typed.');
    expect(await page.getByLabel('Backstory').inputValue()).toBe('A long and careful backstory.');
    await page.getByRole('button', { name: 'Discard it' }).click();
    expect(await page.getByLabel('Backstory').inputValue()).toBe('');
    await context.close();
  });

  it('works without scripts: sign in, make, and come back with an error and everything typed', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await signIn(page, 'carl@example.com', '/bots/new');
    await page.getByLabel('Name').fill('Helper');
    await page.getByText('Model', { exact: true }).first().click();
    await page.getByLabel('Temperature').fill('9');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await sees(page.getByRole('alert'), 'At most 2.');
    expect(await page.getByLabel('Name').inputValue()).toBe('Helper');
    await page.getByLabel('Temperature').fill('0.4');
    await page.getByRole('button', { name: 'Create bot' }).click();
    await sees(page.locator('main'), 'Saved.');
    await context.close();
  });
});

describe('W-35 H-12 the widget studio', () => {
  it('shows every layout, a brand colour with what it had to correct, another language and a phone in the real widget', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/playground`);
    const preview = page.locator('[data-preview]').contentFrame();
    const widget = preview.locator('sotto-chat iframe').contentFrame();
    await widget.getByRole('textbox').waitFor();
    for (const layout of ['popout', 'slideover', 'center', 'stretch', 'fullscreen', 'popover']) {
      await page.getByLabel('Layout').selectOption(layout);
      await widget.locator(`[data-layout="${layout}"], .sotto-${layout}`).first().waitFor();
      await widget.getByRole('textbox').waitFor();
    }
    await page.getByLabel('Brand colour', { exact: true }).fill('#ffd000');
    await sees(page.locator('[data-corrections]'), '#ffd000 is hard to read for buttons');
    await page.getByLabel('Language').selectOption('ar');
    await eventually(async () => { expect(await widget.locator('html').getAttribute('dir')).toBe('rtl'); });
    await page.getByRole('button', { name: 'Phone' }).click();
    await eventually(async () => { expect((await page.locator('[data-preview]').boundingBox())?.width).toBe(390); });
    expect(await page.locator('[data-kind="react"] [data-part="code"]').textContent()).toContain('language="ar"');
    await context.close();
  });
});

describe('H-8 popups', () => {
  it('open over the page by the code of a failed call, keep the focus, and close by Escape', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/playground?a=1`);
    await page.evaluate(() => document.dispatchEvent(new CustomEvent('sotto:alert', { detail: { code: 'NOT_AUTHENTICATED' } })));
    const dialog = page.getByRole('dialog', { name: 'Login' });
    await sees(dialog, 'You are not authenticated. In order to access this feature, you must be logged in. Please log in and try again.');
    expect(await dialog.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/signin?callbackUrl=%2Fplayground%3Fa%3D1');
    expect(await page.evaluate(() => document.querySelector('dialog.alert')?.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await context.close();
  });
});

describe('H-12 pages of an account for everybody', () => {
  it('have no accessibility findings, in light and dark, and fit a phone of 320 px', async () => {
    const { context, page } = await open();
    await signIn(page, 'dora@example.com', '/skillsets/new');
    await page.getByLabel('Name').fill('Order help');
    await page.getByRole('button', { name: 'Create skillset' }).click();
    await sees(page.locator('main'), 'Saved.');
    const skillset = new URL(page.url()).pathname;
    const found: string[] = [];
    for (const path of [skillset, '/overview', '/usage', '/pricing', '/bots/new', '/datasets/new', '/blueprints/new', '/integrations/widget/new', '/playground', '/signout']) {
      await page.goto(stack.origin + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        found.push(...(await violations(page)).map((each) => `${path} ${colorScheme}: ${each}`));
      }
      await page.setViewportSize({ width: 320, height: 700 });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 320) found.push(`${path} is ${String(width)} px wide`);
      await page.setViewportSize({ width: 1280, height: 900 });
    }
    expect(found).toEqual([]);
    await context.close();
  });
});
