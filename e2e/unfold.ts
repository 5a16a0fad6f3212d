import type { Page } from 'playwright-core';

/** Unfolds every group of the studio's form. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('.studio-group').evaluateAll((groups) => {
    for (const group of groups) group.setAttribute('open', '');
  });
}
