import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { isEverything } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext({ viewport: { width: 1200, height: 800 } })).newPage();
});
afterEach(async () => {
  await page.context().close();
});

/** The widget `assistant` of a fresh server has an opening message, so it hints it. */
async function openPage(attributes = '', script = ''): Promise<Chat> {
  host.pages.set('/', {
    html: plainPage(`<script>${script}</script>${scriptTag(stack.origin, `data-widget="assistant" ${attributes}`)}`),
  });
  await page.goto(host.origin);
  return chatOn(page);
}
const box = async (selector: string) => {
  const found = await page.locator(`sotto-chat ${selector}`).first().boundingBox();
  if (!found) throw new Error(`${selector} is not seen`);
  return found;
};

describe('W-4 the hint beside the launcher', () => {
  it('comes by itself on a first visit, small, beside the launcher, and covers nothing else', async () => {
    const chat = await openPage();
    const hint = chat.frame.getByRole('button', { name: 'Open chat' });
    await hint.waitFor({ timeout: 20_000 });
    await sees(chat.frame.locator('.sotto-peek'), 'What can I help you with?');
    const [frame, launcher] = [await box('iframe'), await box('button[part~="launcher"]')];
    expect(frame.width).toBeLessThan(440);
    expect(frame.height).toBeLessThan(160);
    expect(frame.y + frame.height).toBeLessThanOrEqual(launcher.y + 12);
    expect(Math.abs(frame.x + frame.width - 16 - (launcher.x + launcher.width))).toBeLessThan(2);
    const under = await page.evaluate(
      ([x, y]) => document.elementFromPoint(x as number, y as number)?.localName,
      [launcher.x - 200, launcher.y + 20],
    );
    expect(under).not.toBe('sotto-chat');
    // The launcher itself stays free.
    await chat.launcher.click();
    await chat.textBox.waitFor();
    expect((await box('iframe')).width).toBe(420);
  });

  it('a press opens the chat with the cursor in the text box, and it does not come back', async () => {
    const chat = await openPage();
    await chat.frame.getByRole('button', { name: 'Open chat' }).click({ timeout: 20_000 });
    await chat.textBox.waitFor();
    await eventually(async () => {
      expect(await chat.textBox.evaluate((field) => field.ownerDocument.activeElement === field)).toBe(true);
    });
    await chat.frame.getByRole('button', { name: 'Close chat' }).click();
    await page.waitForTimeout(500);
    expect(await page.locator('sotto-chat iframe').isVisible()).toBe(false);
  });

  it('comes on a page that is never idle, as with an animation', async () => {
    const busy =
      'function draw() { for (const at = Date.now(); Date.now() - at < 25; ); requestAnimationFrame(draw); }';
    const chat = await openPage('', `${busy} draw();`);
    await chat.frame.getByRole('button', { name: 'Open chat' }).waitFor({ timeout: 20_000 });
    await sees(chat.frame.locator('.sotto-peek'), 'What can I help you with?');
  });

  it('dismissed it goes, for the next visit too, and the focus is not lost', async () => {
    const chat = await openPage();
    await chat.frame.locator('.sotto-peek-close').click({ timeout: 20_000 });
    await eventually(async () => {
      expect(await page.locator('sotto-chat iframe').isVisible()).toBe(false);
    });
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('sotto-chat');
    await page.reload();
    await page.locator('sotto-chat iframe').waitFor({ state: 'attached', timeout: 20_000 });
    await page.waitForTimeout(1500);
    expect(await page.locator('sotto-chat iframe').isVisible()).toBe(false);
  });

  if (isEverything)
    it('saveData: no frame and no hint before a click', async () => {
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
      });
      const chat = await openPage();
      await page.waitForTimeout(3000);
      expect(await page.locator('sotto-chat iframe').count()).toBe(0);
      await chat.open();
    });

  if (isEverything)
    it('W-41 is not shown on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      const chat = await openPage();
      await page.waitForTimeout(3000);
      expect(await page.locator('sotto-chat iframe').count()).toBe(0);
      await chat.open();
    });
});

describe('W-3 W-38 other sizes', () => {
  it('launcher="frame": the frame draws the launcher and is no larger than it', async () => {
    const chat = await openPage('data-launcher="frame" data-message-peek="false"');
    const launcher = chat.frame.locator('.sotto-launcher');
    await launcher.waitFor({ timeout: 20_000 });
    await eventually(async () => {
      const frame = await box('iframe');
      expect([Math.round(frame.width), Math.round(frame.height)]).toEqual([88, 88]);
    });
    expect(await chat.launcher.count()).toBe(0);
    await launcher.click();
    await chat.textBox.waitFor();
    await eventually(async () => {
      expect((await box('iframe')).width).toBe(420);
    });
    await chat.frame.getByRole('button', { name: 'Close chat' }).click();
    await launcher.waitFor();
    await eventually(async () => {
      expect(Math.round((await box('iframe')).width)).toBe(88);
    });
  });

  if (isEverything)
    it('launcher="frame" with a hint: the page between them stays free', async () => {
      const chat = await openPage('data-launcher="frame"');
      await chat.frame.locator('.sotto-peek').waitFor({ timeout: 20_000 });
      await eventually(async () => {
        expect((await box('iframe')).height).toBeGreaterThan(100);
      });
      const frame = await box('iframe');
      const under = await page.evaluate(
        ([x, y]) => document.elementFromPoint(x as number, y as number)?.localName,
        [frame.x + 10, frame.y + frame.height - 30],
      );
      expect(
        under,
        await page.evaluate(() => document.querySelector('sotto-chat')?.shadowRoot?.querySelector('.panel')?.outerHTML),
      ).not.toBe('sotto-chat');
    });

  if (isEverything)
    it('height="auto": an inline widget is as high as what is said', async () => {
      host.pages.set('/inline', {
        html: plainPage(
          `<script async src="${stack.origin}/integrations/widget/v2.js"></script>`,
          `<h1>Help</h1><sotto-chat widget="assistant" base="${stack.origin}" layout="stretch" height="auto"></sotto-chat>`,
        ),
      });
      await page.goto(`${host.origin}/inline`);
      const chat = chatOn(page);
      await chat.textBox.waitFor({ timeout: 20_000 });
      await eventually(async () => {
        expect((await box('iframe')).height).toBeLessThan(500);
      });
      const before = (await box('iframe')).height;
      stack.model.script = [Array.from({ length: 30 }, (_, index) => `Line ${String(index)}\n\n`).join('')];
      await chat.ask('Tell me a lot');
      await sees(chat.messages.last(), 'Line 29');
      await eventually(async () => {
        expect((await box('iframe')).height).toBeGreaterThan(before + 500);
      });
    });
});
