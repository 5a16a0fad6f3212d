import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { coveredControls } from '../coveredControls';
import { some } from '../everything';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();

/** Windows of laptops and of a phone; the first two are played with every change. */
const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 901, height: 700 },
] as const;

let page: Page;
let paths: readonly string[];
beforeAll(async () => {
  const context = await browser.newContext();
  page = await context.newPage();
  await signInAt(page, stack, 'ana@builderoverlaps.example.com');
  const bot = await postAs(page, 'bot/create', { name: 'Shop' });
  const { id } = await postAs(page, 'integration/widget/create', { name: 'Shop chat', botId: bot.id });
  paths = [
    `/integrations/widget/${id}`,
    '/integrations/widget/new',
    `/integrations/widget/${id}/identity`,
    '/install',
    '/playground',
    '/start',
    `/start/${id}`,
    `/bots/${bot.id}`,
  ];
}, 60_000);

describe('OW-10 the pages of the studio', () => {
  it.each(some(WINDOWS, 2))(
    'have nothing that floats over a control, at $width × $height',
    async (viewport) => {
      await page.setViewportSize(viewport);
      const covered: string[] = [];
      for (const path of paths) {
        await page.goto(stack.origin + path);
        await page.waitForLoadState('networkidle');
        // Everything unfolded: a page is at its longest.
        await page.evaluate(() => {
          for (const details of document.querySelectorAll('details:not([name])')) details.setAttribute('open', '');
        });
        covered.push(...(await coveredControls(page)).map((each) => `${path}: ${each}`));
      }
      expect(covered).toEqual([]);
    },
    120_000,
  );

  it('measure what covers a control: a bar over the end of a window is found', async () => {
    await page.setViewportSize(WINDOWS[1]);
    await page.goto(`${stack.origin}/integrations/widget/new`);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '.studio .form { max-height: none } .studio .studio-fields { overflow: visible }' +
          '.studio .form > .actions { position: sticky; bottom: 0; z-index: 1; background: red }',
      );
      document.adoptedStyleSheets.push(sheet);
    });
    expect((await coveredControls(page)).join()).toContain('"Create widget" covers');
  });

  it('begin with the form, and show the preview beside it on every width over 900 px', async () => {
    for (const viewport of WINDOWS) {
      await page.setViewportSize(viewport);
      await page.goto(stack.origin + String(paths[0]));
      const preview = page.locator('.preview-screen');
      const [form, save] = [page.locator('.studio .form'), page.getByRole('button', { name: 'Save', exact: true })];
      const [top, side] = [await form.boundingBox(), await preview.boundingBox()];
      expect((top?.y ?? Infinity) / viewport.height).toBeLessThan(0.5);
      if (viewport.width > 900) {
        expect(side?.x).toBeGreaterThan((top?.x ?? 0) + (top?.width ?? 0));
        expect(await save.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
      } else {
        expect(side).toBe(null);
        await page.getByRole('button', { name: 'Preview', exact: true }).click();
        const shown = await preview.boundingBox();
        expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThan(viewport.height);
        expect(await form.isVisible()).toBe(false);
      }
    }
  }, 60_000);

  it('open the assistant from a button of the page', async () => {
    await page.setViewportSize(WINDOWS[0]);
    await page.goto(stack.origin + String(paths[0]));
    await page.getByRole('button', { name: 'Ask the assistant' }).click();
    const chat = page.locator('sotto-chat iframe').contentFrame();
    await chat.getByRole('textbox').waitFor();
    expect(await page.locator('sotto-chat button[part~="launcher"]').count()).toBe(0);
  });

  it('load at most 120 KB of scripts, without those of the preview', async () => {
    await page.goto(stack.origin + String(paths[0]));
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
    console.log(`scripts of the studio: ${String(bytes)} bytes`);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(122_880);
  });
});
