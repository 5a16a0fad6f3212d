import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { eventually, sees } from '../chat';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
/** More conversations than a list shows without scrolling. */
const COUNT = 14;

let widget: string;
/** Ids of conversations, the oldest first. */
const ids: string[] = [];

beforeAll(async () => {
  stack.model.script = ['A long answer of the bot, '.repeat(12)];
  const { context, page } = await open({});
  await signInAt(page, stack, 'ana@inboxpanes.example.com', '/overview');
  const bot = await postAs(page, 'bot/create', { name: 'Helper' });
  widget = (await postAs(page, 'integration/widget/create', { name: 'Shop chat', botId: bot.id })).id;
  for (let index = 0; index < COUNT; index += 1)
    ids.push(await visit([`Question ${String(index)}: do you ship to Lisbon, and how long does it take?`]));
  await context.close();
}, 120_000);

async function call(path: string, body: object, token?: string): Promise<{ conversationId: string; token: string }> {
  const response = await fetch(`${stack.origin}/v1/${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as { conversationId: string; token: string };
}

/** A visitor who writes these messages. @returns the conversation's id */
async function visit(texts: readonly string[], contact?: object): Promise<string> {
  const { conversationId, token } = await call(`integration/widget/${widget}/session/create`, {});
  for (const text of texts) await call(`conversation/${conversationId}/complete`, { text }, token);
  if (contact) await call(`conversation/${conversationId}/contact/upsert`, contact, token);
  return conversationId;
}

async function open(options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, ...options });
  return { context, page: await context.newPage() };
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not drawn`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Whether an element is wholly in the window. */
async function isInView(page: Page, selector: string): Promise<boolean> {
  const { x, y, right, bottom } = await boxOf(page, selector);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  return x >= 0 && y >= 0 && right <= width && bottom <= height;
}

async function longThread(): Promise<string> {
  return visit(
    Array.from({ length: 8 }, (_, index) => `Message ${String(index)} of a long conversation`),
    { name: 'Zoë Lindqvist', email: 'zoe@inboxpanes.example.com' },
  );
}

describe('the panes of the inbox', () => {
  it('stand side by side from 1,100 px on, with the newest message and the answer box in view', async () => {
    const { context, page } = await open({ viewport: { width: 1100, height: 768 } });
    await signInAt(page, stack, 'ana@inboxpanes.example.com', '/inbox');
    const id = await longThread();
    await sees(page.locator('.inbox-list'), 'Zoë Lindqvist');
    await page.locator(`.inbox-row[href$="${id}"]`).click();
    await page.waitForURL(new RegExp(id));
    const [list, thread, person] = [
      await boxOf(page, '.inbox-pane'),
      await boxOf(page, '.inbox-thread'),
      await boxOf(page, '.inbox-person'),
    ];
    expect([list.right <= thread.x, thread.right <= person.x]).toEqual([true, true]);
    expect([list.height, thread.height, person.height]).toEqual([768, 768, 768]);
    expect(await isInView(page, '#answer-text')).toBe(true);
    expect(await isInView(page, '.answer-panel button[type="submit"]')).toBe(true);
    // The assistant's button would cover the answer box.
    expect(await page.locator('script[data-assistant]:not([data-hide-button])').count()).toBe(0);
    const last = await boxOf(page, '.transcript > li:last-child');
    expect(last.bottom).toBeLessThanOrEqual((await boxOf(page, '.answer-panel')).y);
    // Reading further up, a new message does not move the line that is read.
    await page.locator('.thread-scroll').evaluate((element) => {
      element.scrollTop = -600;
    });
    const before = await boxOf(page, '.transcript > li:nth-child(3)');
    await postAs(page, `conversation/${id}/message/answer`, { text: 'I am Ana, and I write from another tab.' });
    await sees(page.locator('.transcript'), 'from another tab');
    expect(Math.abs((await boxOf(page, '.transcript > li:nth-child(3)')).y - before.y)).toBeLessThan(2);
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await context.close();
  }, 90_000);

  it('keep the list’s scroll position and filter from one conversation to the next, by keys as well', async () => {
    const { context, page } = await open({ viewport: { width: 1366, height: 600 } });
    await signInAt(page, stack, 'ana@inboxpanes.example.com', '/inbox?state=open');
    const list = page.locator('.inbox-scroll');
    const row = page.locator('.inbox-row').nth(10);
    await row.scrollIntoViewIfNeeded();
    const top = await list.evaluate((element) => element.scrollTop);
    expect(top).toBeGreaterThan(100);
    await row.click();
    await page.waitForURL(/conversations\/[^?]+\?state=open/);
    await eventually(async () => {
      expect(await list.evaluate((element) => element.scrollTop)).toBe(top);
    });
    const current = page.locator('.inbox-row[aria-current="page"]');
    const was = await current.getAttribute('href');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await eventually(async () => {
      expect(await current.getAttribute('href')).not.toBe(was);
    });
    // The keys work as soon as the page's script runs.
    await eventually(async () => {
      await page.keyboard.press('r');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer-text');
    });
    await page.locator('h1').click();
    await page.keyboard.press('e');
    await page.waitForURL(/\/inbox\?state=open/);
    await context.close();
  }, 90_000);

  it('work on a phone: the thread alone, details in a panel, and the way back', async () => {
    const { context, page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    await signInAt(page, stack, 'ana@inboxpanes.example.com', '/inbox');
    await page.locator('.inbox-row').first().click();
    await page.waitForURL(/conversations\//);
    expect(await isInView(page, '#answer-text')).toBe(true);
    expect(await page.locator('.inbox-pane').isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.getByLabel('New note').fill('From a phone');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.waitForURL(/#notes/);
    await sees(page.locator('#notes .note-list'), 'From a phone');
    expect(await isInView(page, '#notes .note-list')).toBe(true);
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Inbox' }).last().click();
    await page.waitForURL(/\/inbox$/);
    await context.close();
  }, 90_000);

  it('work without scripts', async () => {
    const { context, page } = await open({ javaScriptEnabled: false });
    await signInAt(page, stack, 'ana@inboxpanes.example.com', '/inbox');
    await page.locator(`.inbox-row[href$="${ids[0] ?? ''}"]`).click();
    expect(await isInView(page, '#answer-text')).toBe(true);
    await page.getByLabel('Message').fill('Without scripts.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.waitForURL(/sent/);
    expect(await isInView(page, '.transcript > li:last-child')).toBe(true);
    await sees(page.locator('.transcript > li:last-child'), 'Without scripts.');
    await context.close();
  }, 60_000);

  it('OW-24: insert a canned reply by slash and by the menu', async () => {
    const { context, page } = await open({});
    await signInAt(page, stack, 'ana@inboxpanes.example.com', '/inbox');
    for (const [name, text] of [
      ['hours', 'We are open from 9 to 17.'],
      ['shipping', 'It takes three days.'],
    ] as const)
      await postAs(page, 'inbox/reply/upsert', { name, text });
    await page.goto(`${stack.origin}/conversations/${ids[1] ?? ''}`);
    const box = page.locator('#answer-text');
    await eventually(async () => {
      await page.keyboard.press('r');
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer-text');
    });
    await page.keyboard.type('/ship');
    await page.keyboard.press('Enter');
    expect(await box.inputValue()).toBe('It takes three days.');
    expect(await page.locator('details.canned').getAttribute('open')).toBeNull();
    await page.getByText('Canned replies', { exact: true }).click();
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await page.locator('details.canned').getByRole('link', { name: /hours/ }).click();
    expect(await box.inputValue()).toBe('It takes three days.We are open from 9 to 17.');
    await box.fill('');
    await page.keyboard.type('/');
    await page.keyboard.press('Escape');
    expect(await box.inputValue()).toBe('/');
    await context.close();
  }, 60_000);
});
