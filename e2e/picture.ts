import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const DOCS = path.join(import.meta.dirname, '..', 'docs');

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

/** Keeps a picture. @param isShown - whether the page of the documentation has it; else it is in the output alone */
type KeepPicture = (file: string, picture: Buffer | undefined, isShown?: boolean) => void;

/**
 * Keeps pictures in `output/<folder>`. Those of a page of the documentation are written into `docs/images/<folder>` when
 * SOTTO_UPDATE_LOOKS asks for it: a run of the tests alone changes no file.
 *
 * @param page - below `docs/`; it has to show each of them
 */
export function pictureKeeper(folder: string, page: string): KeepPicture {
  const gallery = readFileSync(path.join(DOCS, page), 'utf8');
  const images = path.posix.relative(path.posix.dirname(page), `images/${folder}`);
  return (file, picture, isShown = true) => {
    if (isShown) expect(gallery).toContain(`(${images}/${file})`);
    if (!picture) return;
    write(path.join(import.meta.dirname, 'output', folder), file, picture);
    if (isShown && process.env['SOTTO_UPDATE_LOOKS']) write(path.join(DOCS, 'images', folder), file, picture);
  };
}

function write(folder: string, file: string, picture: Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, file), picture);
}
