import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { isChromium } from '../engines/leftOut';
import { pictureKeeper, takeWebp } from '../picture';
import { useBrowser, useOwnStack } from '../useStack';

const keep = pictureKeeper('hub', 'hub-pages.md');
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Of WebP: sharp text at a quarter of the bytes of PNG. */
const QUALITY = 80;

/** Every public page by the template that draws it; the first ones also in the dark and on a phone. */
const EVERYWHERE = {
  home: '/',
  hub: '/hub',
  skillset: '/hub/skillsets/order-help',
  skillsets: '/hub/skillsets',
  search: '/hub/search?q=web',
  widgets: '/widgets',
};
const ONCE = {
  bot: '/hub/bots/web-mentor',
  dataset: '/hub/datasets/csp',
  widget: '/hub/widgets/docs-side',
  blueprint: '/hub/blueprints/docs-helper',
  latest: '/hub/skillsets/latest',
  'nothing-found': '/hub/skillsets?q=nothing-fits',
  collections: '/hub/collections',
  collection: '/hub/collections/gpts',
  person: '/hub/users/sotto',
  ranking: '/hub/about-ranking',
  products: '/products',
  resources: '/resources',
  docs: '/docs',
  guide: '/docs/guides/operator',
  changelog: '/changelog',
  explore: '/explore',
  terms: '/legal/terms',
  sales: '/sales',
  'not-found': '/no-such-page',
  'sign-in': '/signin',
};

const browser = await useBrowser();
const stack = await useOwnStack({ guide: true, env: { HUB_SEED: 'on' } });

describe('H-1 H-9 H-11 how the pages look', () => {
  it.each([
    { name: 'on a desktop', suffix: '', pages: { ...EVERYWHERE, ...ONCE }, options: { viewport: DESKTOP } },
    {
      name: 'in the dark',
      suffix: '-dark',
      pages: EVERYWHERE,
      options: { viewport: DESKTOP, colorScheme: 'dark' as const },
    },
    {
      name: 'on a phone',
      suffix: '-phone',
      pages: EVERYWHERE,
      options: { viewport: PHONE, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ])(
    '$name: each is drawn, and has its place in the documentation',
    async ({ suffix, pages, options }) => {
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      const page = await context.newPage();
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(stack.origin + path, { waitUntil: 'networkidle' });
        await page.evaluate(() => document.fonts.ready);
        expect(await page.getByRole('heading', { level: 1 }).count(), path).toBeGreaterThan(0);
        keep(`${name}${suffix}.webp`, await takePicture(page));
      }
      await context.close();
    },
    180_000,
  );

  it('H-3 H-8 H-11 in its states: a menu, a trial, the ways to share, and the popup of who is not signed in', async () => {
    const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(stack.origin);
    await page.getByText('Products', { exact: true }).first().click();
    keep('menu.webp', await takePicture(page));

    await page.goto(`${stack.origin}/hub/skillsets/order-help`);
    await page.getByRole('link', { name: 'Try Now' }).first().click();
    await page.locator('.chat-place.ready').getByText('How do I return something?').click();
    await page
      .locator('.chat-place')
      .getByText('No language model is connected', { exact: false })
      .first()
      .waitFor({ timeout: 60_000 });
    keep('trial.webp', await takePicture(page));
    await page.getByRole('button', { name: 'Share' }).click();
    keep('share.webp', await takePicture(page));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clone' }).click();
    await page.getByRole('dialog').getByText('You are not authenticated.', { exact: false }).waitFor();
    keep('login.webp', await takePicture(page));
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await context.close();
  }, 120_000);

  it('H-6 the share card of a thing is a picture of 1200 by 630 below 200 KB', async () => {
    const response = await fetch(`${stack.origin}/hub/skillsets/order-help/card`);
    const bytes = Buffer.from(await response.arrayBuffer());
    keep('card.png', bytes);
    expect([
      response.headers.get('content-type'),
      bytes.readUInt32BE(16),
      bytes.readUInt32BE(20),
      bytes.byteLength < 200_000,
    ]).toEqual(['image/png', 1200, 630, true]);
    const etag = response.headers.get('etag') ?? '';
    expect(
      (await fetch(`${stack.origin}/hub/skillsets/order-help/card`, { headers: { 'If-None-Match': etag } })).status,
    ).toBe(304);
  });
});

/** A picture where there is Chromium to take it. */
async function takePicture(page: Page): Promise<Buffer | undefined> {
  return isChromium ? takeWebp(page, QUALITY) : undefined;
}
