import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { notDark, SCHEMES } from '../engines/leftOut';
import { onException, withPlace } from '../engines/pageErrors';
import { isEverything } from '../everything';
import { useBrowser, useOwnStack } from '../useStack';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Pages looked at side by side: the machine has two cores. */
const AT_ONCE = 3;
/**
 * What can be wrong in one look of a page and right in another, whose document is the same: colours; and on a phone the
 * size of targets, what scrolls, and what only a phone shows, such as the button of the menu.
 */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
const PHONE_RULES = [
  ...COLOUR_RULES,
  'target-size',
  'scrollable-region-focusable',
  'button-name',
  'link-name',
  'aria-hidden-focus',
  'meta-viewport',
];
/** Pages that no link leads to: states of a list, and the pages that say that nothing is there. */
const UNLINKED = [
  '/hub/skillsets?q=nothing-fits',
  '/hub/skillsets?tag=data&sort=newest',
  '/hub/search?q=web',
  '/hub/search?q=nothing-fits',
  '/no-such-page',
  '/hub/skillsets/no-such-skillset',
];

const browser = await useBrowser();
const stack = await useOwnStack({ guide: true, env: { HUB_SEED: 'on' } });
let crawled: ReturnType<typeof crawl> | undefined;

/** Follows every link from the start page. `pages`: the paths of all pages; `dead`: what links lead to and is not there. */
async function crawl(): Promise<{ seen: ReadonlySet<string>; pages: string[]; dead: string[] }> {
  const seen = new Set<string>();
  const pages: string[] = [];
  const dead: string[] = [];
  const queue = ['/', '/hub', '/explore'];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await fetch(stack.origin + path, { redirect: 'follow' });
    if (!response.ok) dead.push(`${path} ${String(response.status)}`);
    const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
    const html = isPage ? await response.text() : '';
    // The demo is a page of somebody else; filters make endless combinations of the same list.
    if (!isPage || path === '/demo' || path.includes('?')) continue;
    if (!response.redirected) pages.push(path);
    const base = new URL(response.url);
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), base);
      if (url.origin === stack.origin) queue.push(url.pathname + url.search);
    }
  }
  return { seen, pages, dead };
}

describe('H-9 H-11 every link of the site', () => {
  it('leads to a page', async () => {
    const { seen, dead } = await (crawled ??= crawl());
    expect(dead).toEqual([]);
    expect(seen.size).toBeGreaterThan(80);
  }, 240_000);
});

describe('H-1 H-6 H-9 H-11 every page', () => {
  it(`A126 has no error, keeps its policy, passes axe and does not scroll sideways: in light and dark, on a desktop and on a phone${notDark}`, async () => {
    const { pages } = await (crawled ??= crawl());
    const queue = [...withoutAlike(pages), ...UNLINKED];
    const expected = queue.length;
    expect(queue.length).toBeGreaterThan(100);
    const found: string[] = [];
    const inAllLooks = firstOfEachKind(queue);
    let looked = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce' });
        const page = await context.newPage();
        // Of every page, before its own scripts.
        await page.addInitScript(() => {
          addEventListener('securitypolicyviolation', ({ violatedDirective, sample, blockedURI }) => {
            console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
          });
        });
        let path = '';
        // A page that is being left may still say something: it is the one before, then.
        const note = (words: string): void => {
          found.push(`${path} (in ${page.url()}): ${words}`);
        };
        page.on('console', (message) => {
          // A page that says that something is not there is answered with 404, and the browser says so.
          if (message.type() === 'error' && !(path.includes('no-such') && message.text().includes('404')))
            note(withPlace(message));
        });
        onException(page, (_, stack) => {
          note(stack);
        });
        for (path = queue.shift() ?? ''; path !== ''; path = queue.shift() ?? '') {
          await page.setViewportSize(DESKTOP);
          await page.emulateMedia({ colorScheme: 'light' });
          await page.goto(stack.origin + path);
          for (const finding of await lookAtAll(page, inAllLooks.has(path))) found.push(`${path} ${finding}`);
          looked += 1;
        }
        await context.close();
      }),
    );
    expect(found).toEqual([]);
    expect(looked).toBe(expected);
  }, 600_000);
});

/** One program writes all pages of types in one way: three stand for them, and with `SOTTO_ALL=1` every one. */
function withoutAlike(paths: readonly string[]): string[] {
  const alike = paths.filter((path) => path.startsWith('/docs/reference/')).slice(3);
  return isEverything ? [...paths] : paths.filter((path) => !alike.includes(path));
}

/**
 * Pages that are looked at in all four looks: three of each kind, which its first two folders tell; with
 * `SOTTO_ALL=1` every one. The others are looked at once, with all rules but those about colours: what decides
 * those is the same styles.
 */
function firstOfEachKind(paths: readonly string[]): ReadonlySet<string> {
  const kinds = new Map<string, number>();
  return new Set(
    paths.filter((path) => {
      const kind = path.split(/[/?]/, 3).join('/');
      const seen = kinds.get(kind) ?? 0;
      kinds.set(kind, seen + 1);
      return seen < 3 || isEverything;
    }),
  );
}

/**
 * The same page in its four looks: what changes between them is styles, so it is loaded once, looked at with all rules
 * once, and then with those that styles decide.
 */
async function lookAtAll(page: Page, isInAllLooks: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const [name, viewport, rules] of [
    ['desktop', DESKTOP, undefined],
    ['phone', PHONE, PHONE_RULES],
  ] as const) {
    await page.setViewportSize(viewport);
    const looks = isInAllLooks ? SCHEMES : SCHEMES.filter((scheme) => name === 'desktop' && scheme === 'light');
    for (const colorScheme of looks) {
      await page.emulateMedia({ colorScheme });
      const only = colorScheme === 'dark' ? COLOUR_RULES : rules;
      const without = isInAllLooks ? [] : COLOUR_RULES;
      found.push(
        ...(await violations(page, { only, without, skipsFrames: true })).map(
          (finding) => `${name} ${colorScheme}: ${finding}`,
        ),
      );
    }
    const excess = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    if (excess > 0) found.push(`${name}: scrolls sideways by ${String(excess)} pixels`);
  }
  return found;
}
