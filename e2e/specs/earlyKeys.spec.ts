import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually, expectShown, hasMessages, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { plainPage, scriptTag, startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;
let host: HostServer;
beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchChromium(), startStack(), startHostServer()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

interface Held {
  readonly page: Page;
  readonly chat: Chat;
  readonly problems: string[];
  /** Lets the frame's script through. */
  start(): void;
}

/** Opens the chat while the frame's own script is still on its way. */
async function openWithoutScript(own?: Page): Promise<Held> {
  const page = own ?? (await (await browser.newContext()).newPage());
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  let start = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await started;
    await route.continue();
  });
  await page.goto(`${stack.origin}/demo`);
  const chat = chatOn(page);
  await chat.launcher.click();
  await chat.frame.locator('#root').waitFor({ state: 'attached' });
  await expectShown(page.locator('sotto-chat .skeleton'));
  return { page, chat, problems, start };
}

/** Types as soon as the frame's page is there, and on while the chat starts. */
async function typeEarly({ page, chat, start }: Held): Promise<void> {
  await page.keyboard.type('Me againn');
  await page.keyboard.press('Backspace');
  start();
  await eventually(async () => {
    expect(await chat.textBox.inputValue()).toBe('Me again');
  });
  await page.keyboard.type('!');
  await eventually(async () => {
    expect(await chat.textBox.inputValue()).toBe('Me again!');
  });
}

describe('FW-8 what is typed before the chat has started', () => {
  it('is in the text box when it comes', async () => {
    const held = await openWithoutScript();
    await typeEarly(held);
    expect(held.problems).toEqual([]);
    await held.page.context().close();
  });

  it('is sent, once, where Enter came after it', async () => {
    stack.model.script = ['An answer.'];
    const { page, chat, start } = await openWithoutScript();
    await page.keyboard.type('Are you there?');
    await page.keyboard.press('Enter');
    start();
    await hasMessages(chat, 2);
    await chat.answered();
    expect(await chat.messages.first().innerText()).toContain('Are you there?');
    expect(await chat.textBox.inputValue()).toBe('');
    await page.context().close();
  });

  it('is in the text box of a page that a file server sends', async () => {
    const page = await (await browser.newContext()).newPage();
    const built = await readFile(new URL('../../packages/frame/dist/index.html', import.meta.url), 'utf8');
    await page.route(/\/frame\?/, async (route) => {
      const answer = await route.fetch();
      const [integration = ''] =
        /<script type="application.json" id="sotto-integration">.*?<\/script>/.exec(await answer.text()) ?? [];
      await route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': answer.headers()['content-security-policy'] ?? '' },
        body: built.replace('<!--sotto-integration-->', () => integration).replaceAll('"./assets/', '"../assets/'),
      });
    });
    const held = await openWithoutScript(page);
    await typeEarly(held);
    expect(held.problems).toEqual([]);
    await page.context().close();
  });
});

describe('what the page knows of before', () => {
  it('is shown when it is set before the chat is opened, and while it starts', async () => {
    host.pages.set('/', {
      html: plainPage(
        `<script>window.sotto = window.sotto || [];</script>${scriptTag(stack.origin, 'data-widget="demo"')}`,
      ),
    });
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${host.origin}/`);
    const chat = chatOn(page);
    await chat.launcher.waitFor();
    await page.evaluate(() => {
      const { sotto } = window as unknown as { sotto: { setMessages: (messages: unknown) => Promise<void> } };
      return sotto.setMessages([
        { type: 'user', text: 'Is it open?' },
        { type: 'bot', text: 'Until six.' },
      ]);
    });
    await chat.open();
    await hasMessages(chat, 2);
    await page.context().close();
  });
});
