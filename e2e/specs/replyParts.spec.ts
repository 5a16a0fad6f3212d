import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { plainPage, startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;
let host: HostServer;
let context: BrowserContext;

beforeAll(async () => {
  [browser, stack, host] = await Promise.all([launchChromium(), startStack(), startHostServer()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close(), host.close()]);
});
beforeEach(async () => {
  context = await browser.newContext();
  stack.model.afterCall = ['It is on its way.'];
});
afterEach(async () => {
  stack.model.release();
  await context.close();
});

/** A page with a function that the bot may call. */
async function openShop(
  { confirm, body = 'return { state: "sent" }' }: { confirm?: string; body?: string } = {},
  options: BrowserContextOptions = {},
): Promise<Chat> {
  if (Object.keys(options).length > 0) {
    await context.close();
    context = await browser.newContext(options);
  }
  const definition =
    `{ description: 'Looks up an order', parameters: { type: 'object', properties: { order: { type: ` +
    `'number' } } }${confirm === undefined ? '' : `, confirm: ${JSON.stringify(confirm)}`}, handler: ` +
    `async ({ order }) => { ${body} } }`;
  host.pages.set('/shop', {
    html: plainPage(
      `<script async src="${stack.origin}/integrations/widget/v2.js" ` +
        `data-widget="demo"></script><script>(window.sotto = window.sotto || []).push((chat) => { ` +
        `chat.setFunctions({ getOrder: ${definition} }); });</script>`,
    ),
  });
  const chat = chatOn(await context.newPage());
  await chat.page.goto(`${host.origin}/shop`);
  await chat.open();
  return chat;
}

/** What stands in the newest reply, piece by piece. */
const pieces = (chat: Chat): Promise<string[]> =>
  chat.messages
    .last()
    .locator('.sotto-message-main > :is(.sotto-bubble, .sotto-step, .sotto-step-more)')
    .evaluateAll((all) =>
      all.map(
        (piece) =>
          `${piece.getAttribute('data-state') ?? 'words'}: ${(piece as HTMLElement).innerText.replace(/\s+/g, ' ').trim()}`,
      ),
    );

describe('FW-4 what the bot does between its words', () => {
  it('FW-4: stands where it happened, in the reply, after a reload and in another tab', async () => {
    const chat = await openShop();
    stack.model.script = ['Let me look.', { call: 'getOrder', args: { order: 7 } }];
    await chat.ask('Where is my order?');
    await sees(chat.messages.last(), 'It is on its way.');
    const expected = [/^words: Let me look\.$/, /^done: Working on it/, /^words: It is on its way\.$/];
    const isThere = async (each: Chat): Promise<void> => {
      await eventually(async () => {
        const found = await pieces(each);
        expect(found).toHaveLength(expected.length);
        for (const [index, pattern] of expected.entries()) expect(found[index]).toMatch(pattern);
      });
      await hasMessages(each, 2);
      expect(await each.frame.locator('.sotto-context').count()).toBe(0);
    };
    await isThere(chat);
    await chat.page.reload();
    await chat.open();
    await isThere(chat);
    const other = chatOn(await context.newPage());
    await other.page.goto(`${host.origin}/shop`);
    await other.open();
    await isThere(other);
  });

  it('FW-4: a function that throws has failed, and one that the visitor refuses was not allowed', async () => {
    const chat = await openShop({ body: 'throw new Error("The shop is closed")' });
    stack.model.script = ['Let me look.', { call: 'getOrder', args: { order: 7 } }];
    await chat.ask('Where is it?');
    await eventually(async () => {
      expect((await pieces(chat))[1]).toMatch(/^failed: Working on it/);
    });
    const asking = await openShop({ confirm: 'Look up order {order}?' });
    await asking.ask('And now?');
    const dialog = asking.frame.getByRole('alertdialog');
    await sees(dialog, 'Look up order 7?');
    await sees(dialog.locator('dl'), 'order');
    await dialog.getByRole('button', { name: 'No' }).click();
    await eventually(async () => {
      expect((await pieces(asking))[1]).toMatch(
        /^refused: Working on it · ?Not allowed|^refused: Working on it Not allowed/,
      );
    });
  });
});

describe('FW-13 a reply that ended before its end', () => {
  it('FW-13: stopped: says so, and its rest becomes the same message, in every tab', async () => {
    const chat = await openShop();
    stack.model.script = ['Once upon ', 'hold'];
    await chat.ask('Tell me');
    await sees(chat.messages.last(), 'Once upon');
    await chat.frame.getByRole('button', { name: 'Stop', exact: true }).click();
    await sees(chat.messages.last(), 'Stopped');
    stack.model.release();
    const other = chatOn(await context.newPage());
    await other.page.goto(`${host.origin}/shop`);
    await other.open();
    await sees(other.messages.last(), 'Stopped');
    stack.model.script = ['a time.'];
    await other.frame.getByRole('button', { name: 'Continue' }).click();
    for (const each of [other, chat]) {
      await sees(each.messages.last(), 'Once upon a time.');
      await hasMessages(each, 2);
      await eventually(async () => {
        expect(await each.frame.getByText('Stopped').count()).toBe(0);
      });
    }
    expect(await other.frame.getByRole('group', { name: /Answer/ }).count()).toBe(0);
  });

  it('FW-13: cut at its length: says so, also after a reload', async () => {
    const chat = await openShop();
    stack.model.script = ['Once upon ', { end: 'length' }];
    await chat.ask('Tell me');
    await sees(chat.messages.last(), 'This answer reached its maximum length.');
    await chat.page.reload();
    await chat.open();
    await sees(chat.messages.last(), 'This answer reached its maximum length.');
    await chat.frame.getByRole('button', { name: 'Continue' }).waitFor();
  });

  it('FW-5: says after four seconds that it is still at work', async () => {
    const chat = await openShop();
    stack.model.script = ['hold', 'Here.'];
    await chat.ask('Slowly');
    await sees(chat.frame.locator('.sotto-thinking'), 'Still working on it');
    stack.model.release();
    await sees(chat.messages.last(), 'Here.');
  });
});
