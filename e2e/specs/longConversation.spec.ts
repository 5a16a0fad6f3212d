import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { isEverything } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const COUNT = 2_000;
/** The chat of a page with a long past: every reply of another height, with markdown in it. */
const SCRIPT = `
  const past = Array.from({ length: ${COUNT} }, (_, n) => n % 2 === 0
    ? { id: 'p' + n, type: 'user', text: 'Question number ' + n + '?' }
    : { id: 'p' + n, type: 'bot', text: 'Answer number ' + n + '.\\n\\n' + 'Some **bold** words. '.repeat(n % 101 \
=== 0 ? 60 : 1 + (n * 7) % 5) + '\\n\\n- a\\n- b' });
  window.sotto = window.sotto || []; window.past = past;`;

const { browser, stack, host } = await useStack();
let page: Page;
let chat: Chat;
let list: Locator;

beforeAll(async () => {
  host.pages.set('/', {
    html: plainPage(`<script>${SCRIPT}</script>${scriptTag(stack.origin, 'data-widget="demo"')}`),
  });
  host.pages.set('/still', {
    html: plainPage(
      `<script>${SCRIPT}</script>${scriptTag(stack.origin, 'data-widget="demo" data-auto-scroll="false"')}`,
    ),
  });
  host.pages.set('/next', {
    html: plainPage(
      `<script>${SCRIPT}</script>${scriptTag(stack.origin, 'data-widget="demo"')}`,
      '<h1>Another page</h1>',
    ),
  });
});
beforeEach(async () => {
  stack.model.script = ['Hello.'];
  page = await (await browser.newContext({ viewport: { width: 1000, height: 800 } })).newPage();
});
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

/** Opens the chat and gives it its past, as a page does that knows it. A talk that has begun sends no past along. */
async function openLong(path: string, hasTalked = false): Promise<void> {
  await page.goto(host.origin + path);
  chat = chatOn(page);
  list = chat.frame.getByRole('region', { name: 'Conversation' });
  await chat.launcher.waitFor();
  const isOpen = await chat.textBox.isVisible().catch(() => false);
  if (!isOpen) await chat.open();
  if (hasTalked) {
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'Hello.');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
  }
  await page.evaluate(async () => {
    const { sotto, past } = window as unknown as {
      sotto: { setMessages: (messages: unknown) => Promise<void> };
      past: unknown;
    };
    await sotto.setMessages(past);
  });
  await eventually(async () => {
    expect(await list.locator('.sotto-chunk').count()).toBeGreaterThanOrEqual(COUNT / 20);
    // What writes the far ones comes as a file of its own.
    expect(await list.textContent()).toContain('Question number 0?');
  });
}

/** Scrolls with a real wheel. */
async function wheel(dy: number): Promise<void> {
  await list.hover();
  await page.mouse.wheel(0, dy);
}

const scrollTop = (): Promise<number> => list.evaluate((element) => element.scrollTop);
const fromBottom = (): Promise<number> =>
  list.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);

/** Waits until the list stands still. */
async function settled(): Promise<void> {
  await list.evaluate(async (element) => {
    let calm = 0;
    let before = '';
    for (let frames = 0; calm < 12 && frames < 600; frames += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      const now = `${String(element.scrollTop)} ${String(element.scrollHeight)}`;
      calm = now === before ? calm + 1 : 0;
      before = now;
    }
  });
}

/** The message at the top of the view, and where it stands. */
function firstSeen(): Promise<{ key: string; top: number }> {
  return list.evaluate((element) => {
    const { top } = element.getBoundingClientRect();
    const seen = [...element.querySelectorAll<HTMLElement>('[data-key]')].find(
      (message) => message.getBoundingClientRect().bottom > top + 1,
    );
    return { key: seen?.dataset['key'] ?? '', top: (seen?.getBoundingClientRect().top ?? 0) - top };
  });
}

/** What the frame keeps of the reader's place for the next page, as text. */
const keptPlace = (): Promise<string> =>
  list.evaluate(() => {
    const key = Object.keys(sessionStorage).find((each) => each.endsWith('scroll'));
    return (key !== undefined && sessionStorage.getItem(key)) || '';
  });

describe('W-31 a conversation of 2,000 messages', () => {
  it('opens at its newest message, with few messages drawn and all of them there as text', async () => {
    await openLong('/');
    await sees(chat.messages.last(), 'Answer number 1999.');
    await settled();
    expect(await fromBottom()).toBeLessThan(2);
    const { drawn, elements, text } = await list.evaluate((element) => ({
      drawn: element.querySelectorAll('.sotto-message').length,
      elements: element.querySelectorAll('*').length,
      text: element.textContent,
    }));
    expect(drawn).toBeLessThanOrEqual(100);
    expect(elements).toBeLessThan(2_500);
    expect(text).toContain('Question number 0?');
    expect(text).toContain('Answer number 777.');
  });

  it('W-29 begins a talk: its first question is answered, although the server takes fewer messages than the page shows', async () => {
    await openLong('/');
    await chat.ask('And now?');
    await sees(chat.messages.last(), 'Hello.');
  });

  if (isEverything)
    it('with autoScroll off opens at its newest message too, and then follows nothing but the visitor', async () => {
      await openLong('/still');
      await eventually(async () => {
        expect(await fromBottom()).toBeLessThan(20);
      });
      stack.model.script = ['A line.\n\n'.repeat(80)];
      await chat.ask('Hello');
      await sees(chat.messages.last(), 'A line.');
      await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
      expect(await fromBottom()).toBeGreaterThan(400);
    });

  if (isEverything)
    it('is found by find-in-page and taken by select-all, wherever it is', async () => {
      await openLong('/');
      await settled();
      const found = await list.evaluate(() => {
        // In frames too: otherwise Firefox looks from the cursor in the text box on, which is a text of its own.
        const isFound = (window as unknown as { find: (text: string, ...how: boolean[]) => boolean }).find(
          'Question number 500?',
          false,
          false,
          true,
          false,
          true,
        );
        // What the browser's own bar does with a hit.
        getSelection()?.focusNode?.parentElement?.scrollIntoView();
        return isFound;
      });
      expect(found).toBe(true);
      await chat.frame.getByText('Question number 500?').waitFor();
      await settled();
      expect(await fromBottom()).toBeGreaterThan(10_000);
      await list.evaluate((element) => {
        getSelection()?.selectAllChildren(element);
      });
      // Firefox lays out what is selected with its next picture.
      await eventually(async () => {
        const selected = await list.evaluate(() => getSelection()?.toString() ?? '');
        expect(selected).toContain('Question number 0?');
        expect(selected).toContain('Answer number 1999.');
      });
    });

  if (isEverything)
    it('is scrolled up without a jump: what is read moves as far as the wheel turned', async () => {
      await openLong('/');
      await settled();
      for (let step = 0; step < 30; step += 1) {
        const before = await firstSeen();
        await wheel(-600);
        await settled();
        const now = await list.evaluate((element, key) => {
          const message = [...element.querySelectorAll<HTMLElement>('[data-key]')].find(
            ({ dataset }) => dataset['key'] === key,
          );
          return (message?.getBoundingClientRect().top ?? 0) - element.getBoundingClientRect().top;
        }, before.key);
        expect(Math.abs(now - before.top - 600)).toBeLessThan(3);
      }
      const { drawn, plain } = await list.evaluate((element) => {
        const view = element.getBoundingClientRect();
        const isSeen = (piece: Element): boolean =>
          piece.getBoundingClientRect().bottom > view.top && piece.getBoundingClientRect().top < view.bottom;
        return {
          drawn: element.querySelectorAll('.sotto-message').length,
          plain: [...element.querySelectorAll('[data-text]')].filter(isSeen).length,
        };
      });
      expect(plain).toBe(0);
      expect(drawn).toBeLessThanOrEqual(200);
    }, 240_000);

  if (isEverything)
    it('stays where the reader is when a message above them becomes higher or lower later', async () => {
      await openLong('/');
      await settled();
      await wheel(-1_500);
      await settled();
      const before = await firstSeen();
      for (const height of ['300px', '40px', '']) {
        await list.evaluate(
          (element, [key, to]) => {
            const messages = [...element.querySelectorAll<HTMLElement>('article[data-key]')];
            const above = messages[messages.findIndex(({ dataset }) => dataset['key'] === key) - 2];
            if (above) Object.assign(above.style, { blockSize: to, overflow: 'clip' });
          },
          [before.key, height] as const,
        );
        await settled();
        const now = await firstSeen();
        expect([now.key, Math.abs(now.top - before.top) < 3]).toEqual([before.key, true]);
      }
    });

  if (isEverything)
    it('goes to the very first message with Home and to the newest with End', async () => {
      await openLong('/');
      await list.focus();
      await page.keyboard.press('Home');
      const focused = (): Promise<string> => chat.frame.locator(':focus').innerText();
      await eventually(async () => {
        expect(await focused()).toContain('Question number 0?');
      });
      await settled();
      expect(await scrollTop()).toBeLessThan(20);
      await page.keyboard.press('ArrowDown');
      expect(await focused()).toContain('Answer number 1.');
      for (let step = 0; step < 22; step += 1) await page.keyboard.press('ArrowDown');
      await eventually(async () => {
        expect(await focused()).toContain('Answer number 23.');
      });
      await page.keyboard.press('End');
      await eventually(async () => {
        expect(await focused()).toContain('Answer number 1999.');
      });
      await eventually(async () => {
        expect(await fromBottom()).toBeLessThan(40);
      });
    });

  it('never moves a reader who scrolled up while a reply is written, and counts what came', async () => {
    await openLong('/', true);
    await settled();
    stack.model.script = Array.from({ length: 60 }, (_, n) => [
      `Sentence ${String(n)} of the reply, long enough for a line.\n\n`,
      { wait: 40 } as const,
    ]).flat();
    await chat.ask('Tell me');
    await sees(chat.messages.last(), 'Sentence 2 of the reply');
    await wheel(-500);
    await settled();
    await chat.frame.getByRole('button', { name: 'Go to the newest message' }).waitFor();
    const before = await firstSeen();
    for (let look = 0; look < 10; look += 1) {
      await page.waitForTimeout(150);
      expect(await firstSeen()).toEqual(before);
    }
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor({ timeout: 30_000 });
    expect(await firstSeen()).toEqual(before);
    await page.evaluate(async () => {
      const { sotto } = window as unknown as { sotto: { receiveMessage: (message: object) => Promise<unknown> } };
      await sotto.receiveMessage({ message: 'One more.' });
      await sotto.receiveMessage({ message: 'And another.' });
    });
    const jump = chat.frame.getByRole('button', { name: '2 new messages' });
    await jump.waitFor();
    expect(await firstSeen()).toEqual(before);
    await jump.click();
    await sees(chat.messages.last(), 'And another.');
    await settled();
    expect(await fromBottom()).toBeLessThan(2);
    expect(await jump.count()).toBe(0);
  });

  it('W-30 is where the reader left it after a reload and on another page', async () => {
    await openLong('/');
    await settled();
    for (let step = 0; step < 6; step += 1) {
      await wheel(-900);
      await settled();
    }
    const before = await firstSeen();
    await eventually(async () => {
      expect(await keptPlace()).toContain(before.key);
    });
    expect(Math.abs(before.top)).toBeGreaterThan(1);
    for (const path of ['/', '/next']) {
      await openLong(path);
      await eventually(async () => {
        const now = await firstSeen();
        expect(now.key).toBe(before.key);
        expect(Math.abs(now.top - before.top)).toBeLessThan(2);
      });
      await settled();
      expect((await firstSeen()).key).toBe(before.key);
    }
    await chat.frame.getByRole('button', { name: 'Go to the newest message' }).click();
    await eventually(async () => {
      expect(await keptPlace()).toBe('');
    });
    await openLong('/');
    await settled();
    expect(await fromBottom()).toBeLessThan(2);
  });

  if (isEverything)
    it('is drawn whole for printing, and given up again afterwards', async () => {
      await openLong('/');
      await settled();
      await list.evaluate(() => {
        window.dispatchEvent(new Event('beforeprint'));
      });
      expect(await list.locator('.sotto-message').count()).toBe(COUNT);
      await list.evaluate(() => {
        window.dispatchEvent(new Event('afterprint'));
      });
      await eventually(async () => {
        expect(await list.locator('.sotto-message').count()).toBeLessThanOrEqual(100);
      });
      await settled();
      expect(await fromBottom()).toBeLessThan(2);
    });
});
