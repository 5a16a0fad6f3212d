import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { some } from '../everything';
import { plainPage } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let context: BrowserContext;
const LAYOUTS = [
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const;

/** Counts its runs where every tab can read them, and takes its time. */
const PAY = `async () => {
  localStorage.setItem('paid', String(Number(localStorage.getItem('paid') ?? 0) + 1));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  return { ok: true };
}`;

describe.each(some(LAYOUTS))('on a %s', (_, options) => {
  beforeEach(async () => {
    context = await browser.newContext(options);
    host.pages.set('/shop', {
      html: plainPage(
        `<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="demo"></script>` +
          `<script>(window.sotto = window.sotto || []).push((chat) => { chat.setFunctions({ pay: { description: 'Pays', ` +
          `title: 'Pay the order', parameters: { type: 'object', properties: {} }, handler: ${PAY} } }); });</script>`,
      ),
    });
  });
  afterEach(async () => {
    stack.model.release();
    await context.close();
  });
  async function openTab(): Promise<Chat> {
    const chat = chatOn(await context.newPage());
    await chat.page.goto(`${host.origin}/shop`);
    await chat.open();
    return chat;
  }

  it('VI-1: a text that is too long is kept, and the next one goes out', async () => {
    const chat = await openTab();
    await chat.textBox.fill('word '.repeat(7_000));
    await sees(chat.frame.locator('.sotto-composer'), 'too long');
    // On a touch screen Enter makes a line, and the button cannot be pressed.
    await chat.textBox.press('Enter');
    await chat.textBox.fill('Short');
    await chat.send();
    await hasMessages(chat, 2);
  });
  it('VI-3: a tab that waited for another sends after the visitor has gone back to it', async () => {
    const a = await openTab();
    const b = await openTab();
    stack.model.script = ['Begin ', 'hold', 'end.'];
    await a.ask('First');
    await sees(b.messages.last(), 'Begin');
    await b.page.goto(`${stack.origin}/healthz`);
    await b.page.goBack();
    await b.open().catch(() => undefined);
    await b.textBox.fill('Second');
    stack.model.script = ['Answer two.'];
    stack.model.release();
    await sees(b.messages.last(), 'end.');
    await b.answered();
    await b.send();
    await sees(b.messages.last(), 'Answer two.');
    await a.page.close();
    stack.model.script = ['Answer three.'];
    await b.ask('Third');
    await sees(b.messages.last(), 'Answer three.');
    await hasMessages(b, 6);
  });
  it('VI-4: a function whose tab is closed is not called again in another', async () => {
    const a = await openTab();
    const b = await openTab();
    stack.model.script = ['Paying. ', { call: 'pay', args: {} }];
    stack.model.afterCall = ['Done.'];
    await a.ask('Pay');
    await eventually(async () => {
      expect(await b.page.evaluate(() => localStorage.getItem('paid'))).toBe('1');
    });
    await a.page.close();
    await sees(b.messages.last(), 'Done.');
    expect(await b.page.evaluate(() => localStorage.getItem('paid'))).toBe('1');
  });
  it('VI-5: a refused edit hides nothing', async () => {
    const a = await openTab();
    stack.model.script = ['Answer one.'];
    await a.ask('One');
    await sees(a.messages.last(), 'Answer one.');
    stack.model.script = ['Answer two.'];
    await a.ask('Two');
    await sees(a.messages.last(), 'Answer two.');
    await context.route(/\/complete$/, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
        body: JSON.stringify({ code: 'LIMITS_REACHED', message: 'Limits reached' }),
      }),
    );
    const first = a.messages.first();
    await first.hover().catch(() => undefined);
    await first.getByRole('button', { name: 'Edit' }).click({ force: true });
    await a.frame.locator('.sotto-editor textarea').fill('Uno');
    await a.frame.locator('.sotto-editor').getByRole('button', { name: 'Save' }).click();
    await sees(a.frame.locator('.sotto-messages'), 'This chat is not available right now');
    await sees(a.frame.locator('.sotto-messages'), 'Answer two.');
  });
});
