import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { eventually, sees } from '../chat';
import { plainPage } from '../hostPages/hostServer';
import { signInAt } from '../signIn';
import { freePort } from '../startStack';
import { useBrowser, useHost, useOwnStack } from '../useStack';
import { unfold } from '../unfold';

/** Pages of the owner's site. */
const PAGES = 30;
/** How long it may take from the address to the chat that knows all of them, in milliseconds. */
const WITHIN_MS = 60_000;

const [browser, site, forbidden, closedPort] = await Promise.all([useBrowser(), useHost(), useHost(), freePort()]);
const hosts = [site.origin, forbidden.origin, `http://localhost:${String(closedPort)}`];
const stack = await useOwnStack({
  guide: true,
  env: { INTRANET_HOSTS: hosts.map((origin) => new URL(origin).host).join(',') },
});

beforeAll(() => {
  const numbers = Array.from({ length: PAGES }, (_, index) => index);
  for (const number of numbers)
    site.pages.set(number === 0 ? '/' : `/kettles/${String(number)}`, { html: kettlePage(number, numbers) });
  forbidden.pages.set('/', { html: plainPage('') });
  forbidden.pages.set('/robots.txt', {
    html: 'User-agent: *\nDisallow: /',
    headers: { 'Content-Type': 'text/plain' },
  });
});

const NAMES =
  'Alba Bora Celta Douro Estrela Faro Guarda Horta Ilha Jasmim Lagoa Minho Navarro Obidos Pinhal Quinta Ribeira Sintra Tejo ' +
  'Urze Viseu Xisto Zambujo Braga Coimbra Evora Leiria Setubal Tavira';
/** Each kettle has a name of its own; kettle 0 is the start page. */
const nameOf = (number: number): string => NAMES.split(' ')[number - 1] ?? '';

/** A page of a shop with the colour and the name of a brand; each links to the next few. */
function kettlePage(number: number, all: readonly number[]): string {
  const links = all
    .slice(number + 1, number + 4)
    .map((next) => `<a href="/kettles/${String(next)}">${nameOf(next)}</a>`);
  const text =
    number === 0
      ? '<h1>Kettles that last</h1><p>Made in Porto since 1974.</p>'
      : `<h1>The ${nameOf(number)} kettle</h1><p>The warranty of the ${nameOf(number)} kettle is ${String(number + 100)} months. ` +
        `${'It boils water quickly and quietly, and its handle stays cool. '.repeat(20)}</p>`;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>${number === 0 ? 'Home' : `${nameOf(number)} kettle`} | Porto Kettles</title>` +
    '<style>:root{--brand:#b3261e}body{margin:0;font-family:sans-serif}header{background:var(--brand);color:#fff;padding:24px}' +
    'main{padding:24px}</style><link rel="icon" href="data:,"></head>' +
    `<body><header>Porto Kettles</header><main>${text}${links.join(' ')}</main></body></html>`
  );
}

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

describe('FH-14 FH-16 from the address of a site to a chat on it', () => {
  it('makes a chat that knows 30 pages within a minute, shows it on the owner’s page, and says when it is installed', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ana@example.com', '/overview');
    await page.getByLabel('Address of your site').fill(site.origin);
    const begun = Date.now();
    await page.getByRole('button', { name: 'Create my chat' }).click();
    await page.waitForURL('**/start/widget_*');
    const preview = page.locator('[data-preview]').contentFrame();
    const chat = preview.locator('sotto-chat iframe').contentFrame();
    await chat.getByRole('textbox').waitFor();
    await sees(preview.locator('.own-page iframe').contentFrame().locator('h1'), 'Kettles that last');
    const shownAfter = Date.now() - begun;
    const place = await page.locator('.preview').boundingBox();
    await page.getByText(`${String(PAGES)} pages read.`).waitFor({ timeout: WITHIN_MS });
    const knownAfter = Date.now() - begun;
    await page.getByText('Proposed from your pages').waitFor();
    expect(await page.locator('.preview').boundingBox()).toEqual(place);
    console.log(
      `chat shown after ${String(shownAfter)} ms, ${String(PAGES)} pages read after ${String(knownAfter)} ms`,
    );
    expect(knownAfter).toBeLessThan(WITHIN_MS);

    await sees(chat.locator('.sotto-bar'), 'Porto Kettles');
    await chat.getByRole('textbox').fill('How long is the warranty of the Quinta kettle?');
    await chat.getByRole('textbox').press('Enter');
    await sees(chat.locator('article.sotto-message').last(), '116 months');
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    // A trial of the owner's is no conversation of a visitor's.
    const inbox = await context.newPage();
    await inbox.goto(`${stack.origin}/inbox`);
    await sees(inbox.locator('main'), 'No conversations yet.');
    await inbox.close();

    await sees(page.locator('[data-installed]'), 'Not seen on a site yet');
    const snippet = await page.locator('[data-kind="script"] [data-part="code"]').innerText();
    expect(snippet.trim().split('\n')).toHaveLength(1);
    site.pages.set('/', { html: plainPage(snippet) });
    const visitor = await open();
    await visitor.page.goto(site.origin);
    await visitor.page.locator('sotto-chat').waitFor({ state: 'attached' });
    const installedAt = Date.now();
    await sees(page.locator('[data-installed]'), `Last seen on ${new URL(site.origin).host}`);
    console.log(`installation told after ${String(Date.now() - installedAt)} ms`);
    await visitor.context.close();
    await context.close();
  }, 150_000);

  it('says why an address cannot be read, beside the address', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ben@example.com', '/start');
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    for (const [address, message] of [
      ['http://10.0.0.1/', 'Not a public address.'],
      [`http://localhost:${String(closedPort)}`, 'The site does not answer'],
      [forbidden.origin, 'robots.txt does not allow SottoBot'],
      [`${site.origin}/gone`, 'The site answered 404'],
      ['ftp://example.com', 'Enter the address of a site, such as example.com'],
    ] as const) {
      await page.getByLabel('Address of your site').fill(address);
      await page.getByRole('button', { name: 'Create my chat' }).click();
      await sees(page.getByRole('alert'), message);
      expect(await page.getByLabel('Address of your site').inputValue()).toBe(address);
    }
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await context.close();
  }, 60_000);

  it('fits a phone, and an inline layout stands on the owner’s page', async () => {
    const { context, page } = await open({ viewport: { width: 390, height: 844 } });
    await signInAt(page, stack, 'cara@example.com', '/start');
    await page.getByLabel('Address of your site').fill(site.origin);
    await page.getByRole('button', { name: 'Create my chat' }).click();
    await page.waitForURL('**/start/widget_*');
    await eventually(async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    });
    await page.getByRole('link', { name: 'Change the look' }).click();
    const chat = page.locator('[data-preview]').contentFrame().locator('sotto-chat iframe').contentFrame();
    await unfold(page);
    await page.getByLabel('Title', { exact: true }).fill('Unsaved title');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await sees(chat.locator('body'), 'Unsaved title');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Layout').selectOption('stretch');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await chat.getByRole('textbox').waitFor();
    await sees(chat.locator('body'), 'Unsaved title');
    await context.close();
  }, 60_000);
});
