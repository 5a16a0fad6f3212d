import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { frameOf, violations } from '../axe';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { notDark, SCHEMES } from '../engines/leftOut';
import { some } from '../everything';
import { LAYOUTS, THEMES } from '../gallery/combinations';
import { galleryPage } from '../gallery/hostPage';
import { useStack } from '../useStack';

const RICH =
  'Here is **all** of it:\n\n## A heading\n\n- one\n- two\n\n| taste | price |\n|---|---:|\n| nut | ' +
  '10.80 |\n\n```js\nbrew();\n```\n\n> Quoted.\n\n[A link](https://example.com/)';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await openPage();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options })).newPage();
}
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

describe.each(['light', 'dark'] as const)('axe finds nothing, %s', (colorScheme) => {
  it('on the page with its launcher, on the open popover, on a rich conversation, with the menu and the question open', async () => {
    await page.context().close();
    page = await openPage({ colorScheme });
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

/** Opens a page with these attributes, opens the chat on it and lets the bot answer. */
async function openGallery(layout: (typeof LAYOUTS)[number], attributes = '', answer = RICH): Promise<Chat> {
  host.pages.set('/', { html: galleryPage(stack.origin, layout, 'desktop', attributes) });
  await page.goto(host.origin);
  const chat = chatOn(page);
  if (/pop|slide/.test(layout)) await chat.launcher.click();
  await chat.textBox.waitFor();
  stack.model.script = [answer];
  await chat.ask('Show me everything');
  await chat.messages.nth(1).waitFor();
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
  return chat;
}

const FORM =
  '```form\nsubmit: Done\nfields:\n  - {name: a, label: Name, required: true}\n  - {name: b, label: ' +
  'Bag, type: radio, options: [small, large], default: small}\n  - {name: c, label: Agree, type: ' +
  'checkbox}\n```\n\n```buttons\n- caption: One\n- caption: Two\n```\n\n- [x] done';

describe('axe finds nothing in any look', () => {
  it(`W-35 each preset, light and dark, and from right to left${notDark}`, async () => {
    const chat = await openGallery('popover', 'data-contact-collection', `${RICH}\n\n${FORM}`);
    await chat.frame.getByLabel('Email').waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const found: string[] = [];
    for (const language of ['en', 'ar']) {
      for (const theme of language === 'en' ? some(THEMES) : (['default'] as const)) {
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.evaluate(
            async (changed) => {
              const widget = window.sotto as {
                update(changed: object): Promise<unknown>;
                setLanguage(language: string): Promise<unknown>;
              };
              await widget.update({ theme: changed.theme });
              await widget.setLanguage(changed.language);
            },
            { theme: { name: theme }, language },
          );
          await chat.frame
            .locator(
              `.sotto-root[data-scheme="${theme === 'light' || theme === 'dark' ? theme : colorScheme}"][dir="${language === 'ar' ? 'rtl' : 'ltr'}"]`,
            )
            .waitFor();
          await page.waitForTimeout(150);
          found.push(
            ...(await violations(frameOf(page))).map((finding) => `${theme} ${colorScheme} ${language}: ${finding}`),
          );
        }
      }
    }
    expect(found).toEqual([]);
  });

  it.each(some(LAYOUTS))('W-2 %s', async (layout) => {
    await openGallery(layout);
    await page.waitForTimeout(300);
    expect(await violations(frameOf(page))).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });
});

describe('what a screen reader is told', () => {
  it('W-5 W-7 of a conversation, the menu and the question', async () => {
    const chat = await openGallery('popover', '', FORM);
    await chat.frame.getByRole('textbox', { name: 'Name' }).waitFor();
    const tree = await chat.frame.locator('.sotto-panel').ariaSnapshot();
    for (const line of [
      '- heading "Ask Sotto" [level=1]',
      '- heading "You said" [level=2]',
      '- heading "Ask Sotto said" [level=2]',
      '- textbox "Name"',
      '- radio "small" [checked]',
      '- checkbox "Agree"',
      '- button "One"',
      '- textbox "Write a message"',
      '- button "Send" [disabled]',
    ])
      expect(tree).toContain(line);
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    expect(await chat.frame.getByRole('menu').ariaSnapshot()).toBe(
      '- menu "Menu":\n  - menuitem "Restart"\n  - menuitem "Export"',
    );
    await chat.frame.getByRole('menuitem', { name: 'Restart' }).click();
    const question = chat.frame.getByRole('alertdialog');
    await question.waitFor();
    expect(await question.ariaSnapshot()).toContain(
      '- alertdialog "Are you sure you want to restart this conversation?"',
    );
  });
});

describe('a choice that can be seen', () => {
  it('W-22 radio buttons and checkboxes have an edge, and a filled sign when they are chosen', async () => {
    const chat = await openGallery('popover', '', FORM);
    const radio = chat.frame.getByRole('radio').first();
    const box = await radio.evaluate((element) => {
      const { width, borderTopWidth, backgroundColor } = getComputedStyle(element);
      return { width, borderTopWidth, mark: getComputedStyle(element, '::before').content, backgroundColor };
    });
    expect(box).toMatchObject({ width: '18px', borderTopWidth: '1px', mark: '""', backgroundColor: 'rgb(31, 85, 71)' });
    // In forced colors, without backgrounds.
    await chat.frame.getByRole('button', { name: 'Good answer' }).click();
    await page.emulateMedia({ forcedColors: 'active' });
    const readStyle = (one: Locator, property: string): Promise<string> =>
      one.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
    const text = await readStyle(chat.messages.last(), 'color');
    expect(await readStyle(chat.frame.getByRole('img', { name: '☑' }).locator('path'), 'stroke')).toBe(text);
    const voted = chat.frame.getByRole('button', { name: 'Good answer', pressed: true });
    expect(await readStyle(voted, 'border-top-style')).toBe('solid');
  });

  it('W-16 a list in a list keeps its numbers', async () => {
    const chat = await openGallery('popover', '', '- a\n  1. b\n     - c');
    const types = await chat.frame
      .locator('.sotto-list')
      .evaluateAll((lists) => lists.map((list) => getComputedStyle(list).listStyleType));
    expect(types).toEqual(['disc', 'decimal', 'circle']);
  });
});

describe('W-34 the owner’s background', () => {
  it('stands behind the conversation, and what is written on it has a ground', async () => {
    const chat = await openGallery('popover', 'data-background="#e9dfd0"', 'An answer.');
    expect(
      await chat.frame.locator('.sotto-list-frame').evaluate((element) => getComputedStyle(element).backgroundColor),
    ).toBe('rgb(233, 223, 208)');
    expect(
      await chat.frame.locator('.sotto-welcome').evaluate((element) => getComputedStyle(element).backgroundColor),
    ).toBe('rgb(255, 255, 255)');
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
      expect(await chat.textBox.evaluate((element) => element === document.activeElement && document.hasFocus())).toBe(
        true,
      );
    });

    stack.model.script = ['A long answer that ', 'hold', 'never ends'];
    await page.keyboard.type('Tell me everything');
    await page.keyboard.press('Enter');
    await sees(chat.messages.last(), 'A long answer that');
    const aborted = stack.model.aborted;
    const stop = chat.frame.getByRole('button', { name: 'Stop', exact: true });
    await tabTo(stop);
    await page.keyboard.press('Enter');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await eventually(() => {
      expect(stack.model.aborted).toBe(aborted + 1);
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
      expect(
        await chat.frame
          .getByRole('menuitem', { name: 'Restart' })
          .evaluate((element) => element === document.activeElement),
      ).toBe(true);
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
      expect(
        await chat.launcher.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element),
      ).toBe(true);
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
    await page.evaluate(() =>
      (window as unknown as { sotto: { open(o: { focus: boolean }): Promise<void> } }).sotto.open({ focus: false }),
    );
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
      expect(
        await page.evaluate(
          () => document.activeElement?.shadowRoot?.activeElement?.tagName ?? document.activeElement?.tagName,
        ),
      ).not.toBe('IFRAME');
    }
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
