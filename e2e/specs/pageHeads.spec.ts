import { describe, expect, it } from 'vitest';
import { useStack } from '../useStack';

const { browser, stack } = await useStack('hub');

/** A page of each template with a head. */
const PAGES = [
  '/widgets',
  '/stories',
  '/legal/terms',
  '/changelog',
  '/hub',
  '/hub/skillsets',
  '/hub/search?q=web',
  '/hub/collections',
  '/hub/collections/gpts',
  '/hub/about-ranking',
  '/docs/search?q=widget',
];

describe('OW-9 the head of a public page', () => {
  it.each([1366, 1920, 390])('is a column at the same place on each page, %i px wide', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const lefts = new Set<number>();
    for (const path of PAGES) {
      await page.goto(stack.origin + path);
      const boxes = await page.locator('.page-head').evaluate((head) =>
        [...head.querySelectorAll('.eyebrow, h1, .lead')].map((part) => {
          const { left, top, bottom } = part.getBoundingClientRect();
          return { left: Math.round(left), top, bottom };
        }),
      );
      expect(boxes.length, path).toBeGreaterThan(0);
      for (const { left } of boxes) lefts.add(left);
      // One below the other.
      for (const [index, { bottom }] of boxes.slice(0, -1).entries())
        expect(boxes[index + 1]?.top, path).toBeGreaterThanOrEqual(bottom);
    }
    expect([...lefts], 'the left edges of all heads').toHaveLength(1);
    await context.close();
  });
});
