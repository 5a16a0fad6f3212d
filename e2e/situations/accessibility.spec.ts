import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startStack, type Stack } from '../startStack';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RICH = 'Here is **all** of it:\n\n## A heading\n\n- one\n- two\n\n| taste | price |\n|---|---:|\n| nut | 10.80 |\n\n```js\nbrew();\n```\n\n> Quoted.\n\n[A link](https://example.com/)';

let browser: Browser;
let stack: Stack;
let page: Page;

beforeAll(async () => {
  [browser, stack] = await Promise.all([launchChromium(), startStack()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close()]);
});
beforeEach(async () => {
  page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
});
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

/**
 * Runs axe in the page or in the frame and names what it found.
 *
 * The frame has no `<main>` on purpose: the page that carries it has its own, and two are an accessibility finding.
 */
async function violations(target: { evaluate: Page['evaluate'] }): Promise<string[]> {
  await target.evaluate(AXE);
  return target.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } };
    const result = await axe.run({ rules: { 'landmark-one-main': { enabled: window === window.top } } });
    return result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

function frameOf(target: Page) {
  const frame = target.frames().find((candidate) => candidate.url().includes('/integrations/widget/'));
  if (!frame) throw new Error('the frame is not there');
  return frame;
}

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', (colorScheme) => {
  it('on the page with its launcher, on the open popover, on a rich conversation, with the menu and the question open', async () => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.launcher.waitFor();
    expect(await violations(page)).toEqual([]);
    await chat.open();
    await page.waitForTimeout(400);
    expect(await violations(frameOf(page))).toEqual([]);
    stack.model.script = [RICH];
    await chat.ask('Show me everything');
    await chat.frame.getByRole('link', { name: 'A link' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await page.waitForTimeout(400);
    expect(await violations(frameOf(page))).toEqual([]);
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).waitFor();
    await page.waitForTimeout(300);
    expect(await violations(frameOf(page))).toEqual([]);
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
    await chat.frame.getByRole('button', { name: 'Yes' }).waitFor();
    await page.waitForTimeout(300);
    expect(await violations(frameOf(page))).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  it('W-3 W-5 W-7 W-11 opens, asks, stops, copies, restarts and closes, and focus goes where a person expects', async () => {
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.launcher.waitFor();
    await chat.launcher.focus();
    await page.keyboard.press('Enter');
    await chat.textBox.waitFor();
    await eventually(async () => {
      expect(await chat.textBox.evaluate((element) => element === document.activeElement && document.hasFocus())).toBe(true);
    });

    stack.model.script = ['A long answer that ', 'hold', 'never ends'];
    await page.keyboard.type('Tell me everything');
    await page.keyboard.press('Enter');
    await sees(chat.messages.last(), 'A long answer that');
    const stop = chat.frame.getByRole('button', { name: 'Stop', exact: true });
    await tabTo(stop);
    await page.keyboard.press('Enter');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await eventually(() => {
      expect(stack.model.aborted).toBeGreaterThan(0);
    });
    await sees(chat.messages.last(), 'A long answer that');

    stack.model.script = ['```js\nbrew();\n```'];
    await chat.textBox.focus();
    await page.keyboard.type('Code please');
    await page.keyboard.press('Enter');
    const copy = chat.messages.last().locator('pre').locator('..').getByRole('button', { name: 'Copy' }).first();
    await copy.waitFor();
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await tabTo(copy, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await chat.frame.getByText('Code copied to your clipboard').first().waitFor();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe('brew();');

    await tabTo(chat.frame.getByRole('button', { name: 'Menu' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => {
      expect(await chat.frame.getByRole('menuitem', { name: 'Restart' }).evaluate((element) => element === document.activeElement)).toBe(true);
    });
    await page.keyboard.press('Enter');
    await tabTo(chat.frame.getByRole('button', { name: 'Yes' }));
    await page.keyboard.press('Enter');
    await hasMessages(chat, 0);
    await eventually(async () => {
      expect(await chat.textBox.evaluate((element) => element === document.activeElement)).toBe(true);
    });

    await page.keyboard.press('Escape');
    await chat.textBox.waitFor({ state: 'hidden' });
    await eventually(async () => {
      expect(await chat.launcher.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element)).toBe(true);
    });

    async function tabTo(target: ReturnType<typeof chat.frame.getByRole>, key = 'Tab'): Promise<void> {
      for (let presses = 0; presses < 40; presses += 1) {
        if (await target.evaluate((element) => element === document.activeElement)) return;
        await page.keyboard.press(key);
      }
      throw new Error('not reached by keyboard');
    }
  });

  it('M4a never takes the focus from someone who types in the page', async () => {
    await page.goto(`${stack.origin}/demo`);
    await chatOn(page).launcher.waitFor();
    await page.locator('#newsletter').click();
    await page.keyboard.type('abc');
    await page.evaluate(() => (window as unknown as { sotto: { open(o: { focus: boolean }): Promise<void> } }).sotto.open({ focus: false }));
    await page.keyboard.type('def');
    expect(await page.locator('#newsletter').inputValue()).toBe('abcdef');
  });

  it('M4b skips the closed chat', async () => {
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Close chat' }).click();
    await chat.textBox.waitFor({ state: 'hidden' });
    await page.locator('#newsletter').focus();
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.tagName ?? document.activeElement?.tagName)).not.toBe('IFRAME');
    }
  });
});
