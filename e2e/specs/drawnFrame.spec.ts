import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([launchChromium(), startStack()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close()]);
});

interface Held {
  readonly page: Page;
  readonly chat: Chat;
  readonly problems: string[];
  /** Lets the frame's script through. */
  start(): void;
}

/** Opens the chat while the frame's own script is still on its way. */
async function openWithoutScript(page?: Page): Promise<Held> {
  const own = page ?? (await (await browser.newContext()).newPage());
  const problems: string[] = [];
  own.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  own.on('pageerror', ({ message }) => problems.push(message));
  let start = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await own.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await started;
    await route.continue();
  });
  await own.goto(`${stack.origin}/demo`);
  const chat = chatOn(own);
  await chat.launcher.click();
  return { page: own, chat, problems, start };
}

describe('FW-8 a screen that the server has drawn', () => {
  it('takes what is typed, keeps box, caret and text when the chat starts, and sends it', async () => {
    stack.model.script = ['An answer.'];
    const { page, chat, problems, start } = await openWithoutScript();
    const box = chat.frame.locator('textarea');
    await box.pressSequentially('Hello word');
    await page.keyboard.press('ArrowLeft');
    await box.evaluate((element) => {
      (element as HTMLElement & { isFirst?: boolean }).isFirst = true;
    });
    start();
    const send = chat.frame.getByRole('button', { name: 'Send', exact: true });
    await eventually(async () => {
      expect(await send.isEnabled()).toBe(true);
    });
    expect(
      await box.evaluate((element) => {
        const { value, selectionStart, isFirst } = element as HTMLTextAreaElement & { isFirst?: boolean };
        return { value, selectionStart, isFirst, isFocused: element.ownerDocument.activeElement === element };
      }),
    ).toEqual({ value: 'Hello word', selectionStart: 9, isFirst: true, isFocused: true });
    await page.keyboard.type('l');
    await page.keyboard.press('Enter');
    await chat.messages.nth(1).waitFor();
    expect(await chat.messages.first().innerText()).toContain('Hello world');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('sends with Enter as soon as it can, once', async () => {
    stack.model.script = ['An answer.'];
    const { page, chat, start } = await openWithoutScript();
    const box = chat.frame.locator('textarea');
    await box.pressSequentially('Are you there?');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    expect(await box.inputValue()).toBe('Are you there?');
    start();
    await chat.messages.nth(1).waitFor();
    await chat.answered();
    expect(await chat.messages.count()).toBe(2);
    expect(await chat.messages.first().innerText()).toContain('Are you there?');
    expect(await box.inputValue()).toBe('');
    expect(await box.isEditable()).toBe(true);
    await page.context().close();
  });

  it('does what a pressed button does when it can', async () => {
    const { page, chat, start } = await openWithoutScript();
    await chat.frame.getByRole('button', { name: 'Menu', exact: true }).click();
    start();
    await chat.frame.getByRole('menu').waitFor();
    expect(await chat.frame.getByRole('menuitem').count()).toBeGreaterThan(0);
    await page.context().close();
  });

  it('is not shown to who has a conversation: their messages are the first thing in the frame', async () => {
    stack.model.script = ['An answer.'];
    const first = await openWithoutScript();
    first.start();
    await first.chat.ask('Remember me');
    await first.chat.messages.nth(1).waitFor();
    await first.chat.answered();
    await first.page.unrouteAll({ behavior: 'ignoreErrors' });
    const { page, chat, start } = await openWithoutScript(first.page);
    await chat.frame.locator('textarea').waitFor({ state: 'attached' });
    expect(await chat.frame.locator('textarea').isVisible()).toBe(false);
    start();
    await chat.messages.nth(1).waitFor();
    expect(await chat.messages.first().innerText()).toContain('Remember me');
    expect(await chat.frame.locator('textarea').isVisible()).toBe(true);
    await page.context().close();
  });
});
