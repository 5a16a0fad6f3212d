import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sees } from '../chat';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();

beforeAll(async () => {
  stack.model.script = ['Your order ', 'is on its way.'];
});

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

describe('H-12 L-1 from an account to a chat on one’s own site', () => {
  it('sign in, make a skillset with an ability, try it, make a widget, paste its line, and see that it is installed', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ana@builder.example.com', '/skillsets/new');

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
    await sees(
      page.locator('[data-preview]').contentFrame().locator('sotto-chat iframe').contentFrame().locator('body'),
      'Ask Harbour',
    );
    await page.getByRole('button', { name: 'Create widget' }).click();
    await sees(page.locator('[data-installed]'), 'Not seen on a site yet');

    const snippet = await page.locator('[data-kind="script"] [data-part="code"]').innerText();
    host.pages.set('/shop', {
      html: `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${snippet}</body></html>`,
    });
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
    await signInAt(page, stack, 'ben@builder.example.com', '/bots/new');
    await page.getByLabel('Backstory').fill('A long and careful backstory.');
    // As soon as its script is there, which may be after the first words.
    await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('sotto:draft:')));
    await page.reload();
    await sees(page.locator('form'), 'Not saved yet: this is what you typed.');
    expect(await page.getByLabel('Backstory').inputValue()).toBe('A long and careful backstory.');
    await page.getByRole('button', { name: 'Discard it' }).click();
    expect(await page.getByLabel('Backstory').inputValue()).toBe('');
    await context.close();
  });

  it('works without scripts: sign in, make, and come back with an error and everything typed', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await signInAt(page, stack, 'carl@builder.example.com', '/bots/new');
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
