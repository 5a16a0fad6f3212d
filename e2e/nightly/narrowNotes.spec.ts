import { afterEach, describe, expect, it } from 'vitest';
import type { BrowserContext, Locator } from 'playwright-core';
import { chatOn, sees, type Chat } from '../chat';
import { galleryPage } from '../gallery/hostPage';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let context: BrowserContext;
afterEach(async () => {
  stack.model.release();
  await context.close();
});

/** The chat on a phone of this size, in CSS pixels. */
async function openOn(width: number, height: number, language: string): Promise<Chat> {
  context = await browser.newContext({ viewport: { width, height }, hasTouch: true, reducedMotion: 'reduce' });
  host.pages.set('/', {
    html: galleryPage(stack.origin, 'popover', 'desktop', `data-language="${language}" data-tools`),
  });
  const chat = chatOn(await context.newPage());
  await chat.page.goto(host.origin);
  await chat.open();
  return chat;
}

/** How many lines the words of an element have that has no elements with words in it. */
const linesOf = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const range = one.ownerDocument.createRange();
    range.selectNode(one.lastChild ?? one);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });

describe('VI-48 at a width of 320 pixels', () => {
  it.each([
    ['en', 'This chat is not available until', 'Try again'],
    ['de', 'Dieser Chat ist nicht verfügbar bis', 'Erneut versuchen'],
    ['ar', 'هذه المحادثة غير متاحة حتى', 'إعادة المحاولة'],
  ])('a limit is said in one sentence, and its button has one line: %s', async (language, sentence, retry) => {
    const chat = await openOn(320, 568, language);
    await context.route(/\/complete$/, (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        headers: {
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'Retry-After',
          'retry-after': '7200',
        },
        body: JSON.stringify({ code: 'LIMITS_REACHED', message: 'Limits reached' }),
      }),
    );
    await chat.ask('Hello');
    const note = chat.frame.locator('.sotto-note-failed');
    await sees(note, sentence);
    expect(await note.locator('span').innerText()).toMatch(new RegExp(`^${sentence} [^ ]+$`));
    expect(await linesOf(note.locator('span'))).toBeLessThan(3);
    expect(await linesOf(note.getByRole('button', { name: retry }))).toBe(1);
    expect(await chat.frame.locator('.sotto-failure').count()).toBe(0);
  });

  it.each(['en', 'de', 'ar'])('the ways on under half an answer stand apart: %s', async (language) => {
    const chat = await openOn(320, 568, language);
    stack.model.script = ['Once upon ', 'a time', { wait: 300 }, 'cut'];
    await chat.ask('Tell me');
    const buttons = chat.frame.locator('.sotto-note-failed button');
    await buttons.nth(1).waitFor();
    const [first, second] = await Promise.all([buttons.nth(0).boundingBox(), buttons.nth(1).boundingBox()]);
    if (!first || !second) throw new Error('a button is not drawn');
    const gap = Math.max(first.x, second.x) - Math.min(first.x + first.width, second.x + second.width);
    // Twelve pixels: their reach goes beyond their words by six at each side (widget.css).
    expect(Math.abs(first.y - second.y) > 8 || gap >= 12).toBe(true);
    for (const each of await buttons.all()) expect(await linesOf(each)).toBe(1);
  });

  it.each(['ar', 'fa', 'de', 'ru'])('the time under a message does not break: %s', async (language) => {
    const chat = await openOn(320, 568, language);
    for (const createdAt of [Date.now(), Date.UTC(2023, 10, 14, 22, 13)]) {
      await chat.page.evaluate((at) => {
        const widget = window.sotto as { setMessages(messages: object[]): Promise<unknown> };
        return widget.setMessages([{ type: 'bot', text: 'Hello there', createdAt: at }]);
      }, createdAt);
      const time = chat.frame.locator(`time[datetime="${new Date(createdAt).toISOString()}"]`);
      await time.waitFor();
      expect(await linesOf(time)).toBe(1);
    }
  });
});

describe('VI-48 on a low screen', () => {
  it.each([
    ['as 400 % zoom leaves it', 320, 256],
    ['of a phone that lies', 568, 320],
    ['of a phone that lies, under its bars', 640, 272],
  ])('at least half is left for reading: %s', async (_, width, height) => {
    const chat = await openOn(width, height, 'de');
    stack.model.script = ['Good morning! Ask me anything about coffee. '.repeat(8)];
    await chat.ask('Hello');
    await chat.answered();
    const list = await chat.frame.locator('.sotto-scroller').boundingBox();
    expect((list?.height ?? 0) / height).toBeGreaterThanOrEqual(0.5);
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
