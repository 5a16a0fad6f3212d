import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chatOn, eventually, fillBox, sees } from '../chat';
import { some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';
import { unfold } from '../unfold';

const { browser, stack, host } = await useStack();

/** Brands of a seed: the same ones again after a failure. `SOTTO_BRAND_SEED` asks for others. */
const SEED = Number(process.env['SOTTO_BRAND_SEED'] ?? 20_261_123);

/** Ten brands: one that was shown wrongly once, and nine at random. */
function brandsOf(seed: number): string[] {
  let state = seed;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647);
  return ['#7a1fd1', ...Array.from({ length: 9 }, () => `#${(next() % 0x1_00_00_00).toString(16).padStart(6, '0')}`)];
}
const BRANDS = some(brandsOf(SEED));

type Frame = ReturnType<typeof chatOn>['frame'];

/** The colours a visitor sees in a conversation, and every colour of its theme. */
async function coloursIn(frame: Frame): Promise<Record<string, string>> {
  await frame.locator('.sotto-chip').first().waitFor();
  const chip = await paintOf(frame, '.sotto-chip');
  await fillBox(frame.getByRole('textbox'), 'Hello');
  await frame.getByRole('textbox').press('Enter');
  await sees(frame.locator('article.sotto-message').last(), 'answer');
  await frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
  const button = await paintOf(frame, '.sotto-message-button');
  const others = await frame.locator('.sotto-root').evaluate((root: HTMLElement) => {
    const colours: Record<string, string> = {};
    const look = (name: string, selector: string): void => {
      const element = root.querySelector(selector);
      const { backgroundColor, color, borderTopColor } = element
        ? getComputedStyle(element)
        : { backgroundColor: 'missing', color: 'missing', borderTopColor: 'missing' };
      colours[name] = `${backgroundColor} ${color} ${borderTopColor}`;
    };
    look('bar', '.sotto-bar');
    look('send', '.sotto-send');
    look('link', '.sotto-message a[href]');
    look('text box', '.sotto-textbox');
    for (const [index, bubble] of [...root.querySelectorAll('article.sotto-message')].slice(-2).entries()) {
      for (const part of [bubble, ...bubble.querySelectorAll('div')].slice(0, 4))
        colours[`bubble ${String(index)}`] =
          `${colours[`bubble ${String(index)}`] ?? ''} ${getComputedStyle(part).backgroundColor}/${getComputedStyle(part).color}`;
    }
    for (const name of root.style)
      if (/-(primary|secondary|text|link)$/.test(name)) colours[name] = root.style.getPropertyValue(name);
    return colours;
  });
  return { ...others, chip, button };
}

/** The colours in which the first element of this kind is drawn. */
async function paintOf(frame: Frame, selector: string): Promise<string> {
  return frame
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { backgroundColor, color, borderTopColor } = getComputedStyle(element);
      return `${backgroundColor} ${color} ${borderTopColor}`;
    });
}

async function launcherOf(page: Page, selector = 'sotto-chat'): Promise<string> {
  const launcher = chatOn(page, selector).launcher;
  return launcher.evaluate((button) => `${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).color}`);
}

describe("FH-1 W-35 the studio's theme is the visitor's theme", () => {
  it.each(['light', 'dark'] as const)(
    'the preview, /w/{id} and a page with the copied snippet show the same colours, %s',
    async (colorScheme) => {
      stack.model.script = ['An [answer](https://example.com/).\n\n```buttons\n- caption: Yes\n- caption: No\n```\n'];
      const owner: BrowserContext = await browser.newContext({
        colorScheme,
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
      });
      const studio = await owner.newPage();
      await signInAt(studio, stack, `ana-${colorScheme}@ownerstheme.example.com`, '/integrations/widget/new');
      await studio.getByLabel('Name', { exact: true }).fill('Shop chat');
      await studio.getByLabel('Backstory of the new bot').fill('You help.');
      await unfold(studio);
      await studio.getByLabel('Introduction', { exact: true }).fill('Welcome. [Where is my order?]()');
      await studio.getByRole('button', { name: 'Create widget' }).click();
      await sees(studio.locator('[data-installed]'), 'Not seen on a site yet');
      const id = new URL(studio.url()).pathname.split('/').at(-1) ?? '';
      const snippet = scriptTag(stack.origin, `data-widget="${id}"`);
      host.pages.set(`/${colorScheme}`, { html: plainPage(snippet) });
      // A page that sets something else of the look keeps the owner's colours.
      host.pages.set(`/${colorScheme}-left`, {
        html: plainPage(scriptTag(stack.origin, `data-widget="${id}" data-position="bottom-left"`)),
      });
      for (const [index, brand] of BRANDS.entries()) {
        const preview = studio.locator('[data-preview]').contentFrame();
        // Another look is another element.
        await preview.locator('sotto-chat iframe').contentFrame().locator('.sotto-chip').first().waitFor();
        await preview.locator('sotto-chat').evaluate((element) => element.setAttribute('data-earlier', ''));
        await studio.getByLabel('Brand colour', { exact: true }).fill(brand);
        await preview.locator('sotto-chat:not([data-earlier])').waitFor({ state: 'attached' });
        const shown = await coloursIn(preview.locator('sotto-chat iframe').contentFrame());
        const launcher = await preview
          .locator('sotto-chat button[part~="launcher"]')
          .evaluate((button) => `${getComputedStyle(button).backgroundColor} ${getComputedStyle(button).color}`);
        await Promise.all([
          studio.waitForEvent('load'),
          studio.getByRole('button', { name: 'Save', exact: false }).first().click(),
        ]);

        const context = await browser.newContext({
          colorScheme,
          reducedMotion: 'reduce',
          viewport: { width: 1280, height: 900 },
        });
        const page = await context.newPage();
        await page.goto(`${stack.origin}/w/${id}`);
        const hosted = await coloursIn(page.locator('iframe').contentFrame());
        expect(Object.values(shown).join()).not.toContain('missing');
        expect([brand, hosted]).toEqual([brand, shown]);
        for (const path of index === 0 ? [colorScheme, `${colorScheme}-left`] : [colorScheme]) {
          await page.goto(`${host.origin}/${path}`);
          await eventually(async () => {
            expect([brand, path, await launcherOf(page)]).toEqual([brand, path, launcher]);
          });
          const chat = chatOn(page);
          await chat.open();
          expect([brand, path, await coloursIn(chat.frame)]).toEqual([brand, path, shown]);
          await page.mouse.move(10, 10);
        }
        await context.close();
      }
      await owner.close();
    },
    400_000,
  );
});
