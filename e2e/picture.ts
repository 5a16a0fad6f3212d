import type { Page } from 'playwright-core';

/**
 * Takes a picture of what is seen without scrolling, as the browser draws it, in the format WebP. Chromium only.
 *
 * The browser has nothing to capture until it has drawn the page in its present size, which on a busy machine can be
 * after the page has loaded.
 */
export async function takeWebp(page: Page, quality: number): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  for (let attempt = 1; ; attempt += 1) {
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        }),
    );
    try {
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
      await session.detach();
      return Buffer.from(data, 'base64');
    } catch (error) {
      if (attempt === 5 || !String(error).includes('Unable to capture screenshot')) throw error;
    }
  }
}
