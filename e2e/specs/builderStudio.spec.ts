import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { chatOn, eventually, sees } from '../chat';
import { isAboutIcon } from '../engines/leftOut';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';
import { unfold } from '../unfold';

const { browser, stack, host } = await useStack();

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  return { context, page: await context.newPage() };
}

/** Copies one kind of code by its button, with the policy beside it. */
async function copy(page: Page, kind: string, label: string): Promise<{ code: string; policy: string }> {
  const box = page.locator(`[data-kind="${kind}"]`);
  if ((await box.getAttribute('open')) === null) await box.locator(':scope > summary').click();
  const read = async (name: string): Promise<string> => {
    await box.getByRole('button', { name: `Copy ${name}` }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const code = await read(`${label} code`);
  await box.getByText('My site has a Content Security Policy').click();
  return { code, policy: await read(`${label} policy`) };
}

describe('W-35 H-12 the widget studio', () => {
  it('shows every layout, a brand colour with what it had to correct, another language and a phone in the real widget', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/playground`);
    const preview = page.locator('[data-preview]').contentFrame();
    const widget = preview.locator('sotto-chat iframe').contentFrame();
    await widget.getByRole('textbox').waitFor();
    for (const layout of ['popout', 'slideover', 'center', 'stretch', 'fullscreen', 'popover']) {
      await page.getByLabel('Layout').selectOption(layout);
      await widget.locator(`[data-layout="${layout}"], .sotto-${layout}`).first().waitFor();
      await widget.getByRole('textbox').waitFor();
    }
    await page.getByLabel('Brand colour', { exact: true }).fill('#ffd000');
    await sees(page.locator('[data-corrections]'), '#ffd000 has too little contrast for buttons');
    const [, corrected = ''] =
      /shown in (#[0-9a-f]{6})/.exec(await page.locator('[data-corrections]').innerText()) ?? [];
    await eventually(async () => {
      const shown = await widget
        .locator('html')
        .evaluate(
          () =>
            getComputedStyle(
              document.querySelector('button[type="submit"], .sotto-send') ?? document.body,
            ).getPropertyValue('--sotto-buttonPrimary') || document.documentElement.outerHTML,
        );
      expect(shown.toLowerCase()).toContain(corrected);
    });
    await unfold(page);
    await page.getByLabel('Language', { exact: true }).selectOption('ar');
    await eventually(async () => {
      expect(await widget.locator('html').getAttribute('dir')).toBe('rtl');
    });
    // Each screen has its own size for the page inside, scaled with its proportions.
    for (const [screen, width, height] of [
      ['Phone', 390, 844],
      ['Close-up', 1280, 800],
      ['Desktop', 1280, 800],
    ] as const) {
      await page.getByRole('button', { name: screen }).click();
      await eventually(async () => {
        expect(await preview.locator('html').evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
        const box = await page.locator('[data-preview]').boundingBox();
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(width / height, 2);
        if (screen === 'Close-up') expect(box?.width).toBe(width);
      });
    }
    await context.close();
  });

  it('L-1 L-3 gives code that works as it is copied, with what was chosen, under the policy that stands beside it', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/playground`);
    await unfold(page);
    await page.getByLabel('Title', { exact: true }).fill('Ask "Harbour" & <co>');
    await page.getByLabel('Language', { exact: true }).selectOption('ar');
    await eventually(async () => {
      expect(await page.locator('[data-kind="react"] [data-part="code"]').textContent()).toContain('language="ar"');
    });

    const script = await copy(page, 'script', 'Script tag');
    const element = await copy(page, 'element', 'Element');
    const manager = await copy(page, 'tag-manager', 'Google Tag Manager');
    for (const [kind, label] of [
      ['react', 'React'],
      ['wordpress', 'WordPress'],
    ] as const)
      expect((await copy(page, kind, label)).code).toContain('Harbour');
    const html = (code: string): string =>
      `<!doctype html><html lang="en"><title>Host</title><body><h1>Host</h1>${code}</body></html>`;
    const headerOf = (policy: string): Record<string, string> => ({
      'Content-Security-Policy': `default-src 'none'; ${policy.split('\n')[0]?.replace('Content-Security-Policy: ', '') ?? ''}`,
    });
    host.pages.set('/script', { html: html(script.code), headers: headerOf(script.policy) });
    // Its container has an inline style, which a strict page writes into its own sheet.
    host.pages.set('/element', {
      html: html(element.code),
      headers: {
        'Content-Security-Policy': `${headerOf(element.policy)['Content-Security-Policy'] ?? ''}; style-src-attr 'unsafe-inline'`,
      },
    });
    // A tag manager runs inline code: its page allows that.
    host.pages.set('/manager', { html: html(manager.code) });
    for (const path of ['/script', '/element', '/manager']) {
      const visitor = await context.newPage();
      const refused: string[] = [];
      visitor.on('console', (message) => {
        if (message.type() === 'error' && !isAboutIcon(message.text())) refused.push(message.text());
      });
      await visitor.goto(host.origin + path);
      const chat = chatOn(visitor);
      if (path === '/element') await chat.textBox.waitFor();
      else await chat.open();
      await sees(chat.frame.locator('body'), 'Ask "Harbour" & <co>');
      expect([path, await chat.frame.locator('html').getAttribute('dir')]).toEqual([path, 'rtl']);
      expect([
        path,
        refused.filter((text) => text.includes(host.origin) || text.includes('Content Security Policy')),
      ]).toEqual([path, []]);
      await visitor.close();
    }
    await context.close();
  });

  it('L-1 says where and how long ago a widget was seen, without being asked', async () => {
    const { context, page } = await open();
    await page.clock.install();
    await signInAt(page, stack, 'ana@builderstudio.example.com', '/integrations/widget/new');
    await page.getByLabel('Name', { exact: true }).fill('Shop chat');
    await page.getByLabel('Backstory of the new bot').fill('You help.');
    await page.getByRole('button', { name: 'Create widget' }).click();
    await sees(page.locator('[data-installed]'), 'Not seen on a site yet');
    await page.locator('main').getByRole('link', { name: 'Install', exact: true }).click();
    const snippet = await page.locator('[data-kind="script"] [data-part="code"]').innerText();
    host.pages.set('/shop', {
      html: `<!doctype html><html lang="en"><title>Shop</title><body><h1>Shop</h1>${snippet}</body></html>`,
    });
    const shop = await context.newPage();
    await shop.goto(`${host.origin}/shop`);
    await chatOn(shop).open();
    await shop.close();
    const where = new URL(host.origin).host;
    await page.clock.fastForward('00:05');
    await sees(page.locator('[data-installed]'), `Last seen on ${where} just now`);
    await page.clock.fastForward('03:00');
    await sees(page.locator('[data-installed]'), `Last seen on ${where} 3 minutes ago`);
    await context.close();
  });
});
