import { execFileSync } from 'node:child_process';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';
import { unfold } from '../unfold';

const { browser, stack, host } = await useStack();

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  return { context, page: await context.newPage() };
}

const clipboardOf = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

describe('H-12 L-1 from an account to a chat on one’s own site', () => {
  beforeAll(() => {
    stack.model.script = ['Your order ', 'is on its way.'];
  });

  it('sign in, make a skillset with an ability, try it, make a widget, paste its line, and see that it is installed', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ana@builder.example.com', '/skillsets/new');

    await page.getByLabel('Name').fill('Order help');
    await page.getByRole('button', { name: 'Create ability set' }).click();
    await sees(page.locator('main'), 'Saved.');
    await page.getByRole('link', { name: 'write an instruction instead' }).click();
    const ability = page.locator('form', { has: page.locator('input[value="new-ability"]') });
    await ability.getByLabel('Name').fill('find order');
    await ability.getByLabel('When the bot uses it').fill('When somebody asks where an order is.');
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
    await unfold(page);
    await page.getByLabel('Title', { exact: true }).fill('Ask Harbour');
    await sees(
      page.locator('[data-preview]').contentFrame().locator('sotto-chat iframe').contentFrame().locator('body'),
      'Ask Harbour',
    );
    await page.getByRole('button', { name: 'Create widget' }).click();
    await sees(page.locator('[data-installed]'), 'Not seen on a site yet');
    await page.locator('main').getByRole('link', { name: 'Install', exact: true }).click();
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

describe('H-12 one’s own account', () => {
  it('makes a key that is shown once and copied, works, and can be revoked', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'emma@builder.example.com', '/account');
    await page.getByText('Create a key').click();
    await page.getByLabel('Name', { exact: true }).fill('nightly import');
    await page.getByRole('button', { name: 'Create the key' }).click();
    await sees(page.locator('#keys'), 'Copy it now. It is not shown again.');
    await page.getByRole('button', { name: 'Copy The key' }).click();
    const key = await clipboardOf(page);
    expect(key).toMatch(/^sk_[\w-]{43}$/);
    const use = async (): Promise<number> =>
      (await fetch(`${stack.origin}/v1/skillset/list`, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await use()).toBe(200);
    await page.goto(`${stack.origin}/account`);
    await sees(page.locator('#keys'), 'last used just now');
    expect(await page.content()).not.toContain(key);
    await page.getByText('Revoke this key').click();
    await page.getByRole('button', { name: 'Yes, revoke it' }).click();
    await sees(page.locator('main'), 'Saved.');
    expect(await use()).toBe(401);
    await context.close();
  });

  it('shows the signed-in browsers by name, and ends one and all others', async () => {
    const mine = await open({ userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' });
    const phone = await open({
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    });
    const work = await open({
      userAgent:
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    });
    for (const { page } of [phone, work, mine]) await signInAt(page, stack, 'finn@builder.example.com', '/account');
    const names = () => mine.page.locator('#browsers li strong').allInnerTexts();
    expect(await names()).toEqual(['Firefox on Linux', 'Chrome on Windows', 'Safari on iOS']);
    await mine.page.getByRole('button', { name: 'Sign out Safari on iOS' }).click();
    await sees(mine.page.locator('main'), 'Saved.');
    await phone.page.reload();
    expect(new URL(phone.page.url()).pathname).toBe('/signin');
    await mine.page.getByRole('button', { name: 'Sign out all other browsers' }).click();
    await sees(mine.page.locator('#browsers'), 'Only this one.');
    await work.page.reload();
    expect(new URL(work.page.url()).pathname).toBe('/signin');
    expect(await names()).toEqual(['Firefox on Linux']);
    for (const { context } of [mine, phone, work]) await context.close();
  });
});

describe('H-12 the MCP servers of a skillset', () => {
  it('says why a server cannot be reached, and takes it away', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'cleo@builder.example.com', '/skillsets/new');
    await page.getByLabel('Name').fill('Remote tools');
    await page.getByRole('button', { name: 'Create ability set' }).click();
    await page.getByText('Attach a server').click();
    const form = page.locator('form', { has: page.locator('input[value="new-mcp"]') });
    await form.getByLabel('Name').fill('Inside');
    const attach = async (address: string): Promise<void> => {
      await form.getByLabel('Address').fill(address);
      await form.getByLabel('Headers').fill('Authorization: Bearer hidden-word');
      await form.getByRole('button', { name: 'Attach and test' }).click();
    };
    await attach('https://10.0.0.5/mcp');
    await sees(form.getByRole('alert'), 'https://10.0.0.5/mcp');
    expect(await form.getByLabel('Name').inputValue()).toBe('Inside');
    expect(await page.locator('.mcp-server').count()).toBe(0);
    await attach('https://nowhere.invalid/mcp');
    const failure = 'There is no server of this name';
    await sees(page.locator('.mcp-server').getByRole('alert'), failure);
    expect(await page.content()).not.toContain('hidden-word');
    await page.getByRole('button', { name: 'Test Inside' }).click();
    await sees(page.locator('.mcp-server').getByRole('alert'), failure);
    await page.getByText('Remove this server').click();
    await page.getByRole('button', { name: 'Yes, remove it' }).click();
    await sees(page.locator('main'), 'Saved.');
    expect(await page.locator('.mcp-server').count()).toBe(0);
    await context.close();
  });
});

describe('W-32 H-12 visitors a site’s own server vouches for', () => {
  beforeAll(() => {
    stack.model.script = ['Hello again.'];
  });

  it('by the key, the example and the page’s code as they are copied; a replaced key is worth nothing', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'dora@builder.example.com', '/integrations/widget/new');
    await page.getByLabel('Name', { exact: true }).fill('Members');
    await page.getByRole('button', { name: 'Create widget' }).click();
    await page.locator('main').getByRole('link', { name: 'Install', exact: true }).click();
    await page.getByRole('link', { name: 'let your server vouch for them' }).click();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('button', { name: 'Copy The key' }).click();
    const key = await clipboardOf(page);
    await page.getByRole('button', { name: 'Copy Node code' }).click();
    const program = `${await clipboardOf(page)}\nconsole.log(identityOf({ id: 7, name: 'Zoe', email: 'zoe@builder.example.com' }));`;
    const vouch = (secret: string): string =>
      execFileSync(process.execPath, ['--input-type=module', '-e', program], { env: { SOTTO_IDENTITY_SECRET: secret } })
        .toString()
        .trim();
    await page.getByRole('button', { name: 'Copy Code for the page' }).click();
    const snippet = await clipboardOf(page);
    await page.getByLabel('Only visitors my server vouches for').check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.locator('main'), 'Saved.');

    const show = async (path: string, identity: string) => {
      host.pages.set(path, {
        html: `<!doctype html><html lang="en"><title>Members</title><body><h1>Members</h1>${snippet.replace('WHAT_YOUR_SERVER_MADE', identity)}</body></html>`,
      });
      // Each in a browser of their own.
      const { context: visit, page: visitor } = await open();
      await visitor.goto(host.origin + path);
      const chat = chatOn(visitor);
      const session = visitor.waitForResponse(
        (response) => response.url().endsWith('/session/create') && response.request().method() === 'POST',
      );
      await chat.open();
      await chat.ask('Do you know me?');
      return { visit, chat, status: (await session).status() };
    };
    const member = await show('/member', vouch(key));
    await sees(member.chat.messages, 'Hello again.');
    await member.visit.close();
    const before = stack.model.questions.length;
    const stranger = await show('/stranger', vouch('another key'));
    expect([member.status, stranger.status]).toEqual([200, 403]);
    await stranger.visit.close();

    await page.getByText('Replace the key').click();
    await page.getByRole('button', { name: 'Yes, replace it' }).click();
    await sees(page.locator('#key'), 'Copy it now. It is not shown again.');
    const late = await show('/late', vouch(key));
    expect(late.status).toBe(403);
    await late.visit.close();
    expect(stack.model.questions.length).toBe(before);
    await context.close();
  }, 120_000);
});
