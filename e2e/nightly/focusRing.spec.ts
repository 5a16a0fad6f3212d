import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sees, type Chat } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { useLoaderPage } from '../hostPages/loaderPage';

const RICH = `A [link](https://example.com), code and a table.

\`\`\`js
const a = 1; // a line that is so long that it has to be scrolled sideways, whatever the panel's width may be at the moment
\`\`\`

\`\`\`carousel
- {title: Sidamo, buttons: [{caption: More}]}
- {title: Huila, buttons: [{caption: More}]}
- {title: Antigua, buttons: [{caption: More}]}
\`\`\`

\`\`\`buttons
- caption: Track my order
- caption: Returns
\`\`\`

\`\`\`form
fields:
  - {name: a, label: Name}
  - {name: b, label: Notes, type: textarea}
  - {name: c, label: Reason, type: select, options: [One, Two]}
  - {name: d, label: Bag, type: radio, options: [Small, Large]}
  - {name: e, label: Agree, type: checkbox}
\`\`\``;

/** How far from an edge a ring may stand, in CSS pixels. */
const BAND = 6;
/**
 * Least area that must change 3 to 1, as a share of a line of two pixels around the control (WCAG 2.4.13). Not all of
 * it: at round corners a pixel is only partly covered.
 */
const LEAST_SHARE = 0.9;

/** Compares two pictures of a control around its edges: how many pixels stand out 3 to 1 against what was there. */
const COMPARE = `async (focused, resting, band) => {
  const read = async (data) => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,' + data)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = await Promise.all([read(focused), read(resting)]);
  const light = (data, at) => [0.2126, 0.7152, 0.0722].reduce((sum, share, channel) => {
    const value = data[at + channel] / 255;
    return sum + share * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  }, 0);
  let changed = 0;
  for (let y = 0; y < a.height; y += 1) for (let x = 0; x < a.width; x += 1) {
    // Only near the edges: what appears in the middle is no ring.
    if (Math.min(x, y, a.width - 1 - x, a.height - 1 - y) >= 2 * band) continue;
    const at = 4 * (y * a.width + x);
    const [one, two] = [light(a.data, at), light(b.data, at)];
    if ((Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05) >= 3) changed += 1;
  }
  return changed;
}`;

const loader = await useLoaderPage({ reducedMotion: 'reduce', viewport: { width: 1000, height: 900 } });

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A picture of a place and a little around it, cut at the edges of the screen. */
async function shoot(page: Page, { x, y, width, height }: Box): Promise<string> {
  const [left, top] = [Math.max(0, Math.floor(x - BAND)), Math.max(0, Math.floor(y - BAND))];
  const clip = {
    x: left,
    y: top,
    width: Math.min(1000, Math.ceil(x + width + BAND)) - left,
    height: Math.min(900, Math.ceil(y + height + BAND)) - top,
  };
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64');
}

/** The length of an element's edge with its round corners, in CSS pixels. */
function perimeter(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  const radius = getComputedStyle(element).borderTopLeftRadius;
  const round = radius.endsWith('%')
    ? (Number.parseFloat(radius) / 100) * Math.min(width, height)
    : Number.parseFloat(radius);
  return 2 * (width + height) - (8 - 2 * Math.PI) * Math.min(round, width / 2, height / 2);
}

/**
 * What of the focus one sees at the element that has it, and at the field around it. Looked at again when it is weak:
 * on a busy machine the page may still be moving.
 */
async function ringShare(page: Page, active: Locator): Promise<number> {
  let best = 0;
  for (let attempt = 0; attempt < 3 && best < LEAST_SHARE; attempt += 1)
    best = Math.max(best, await measure(page, active));
  return best;
}

async function measure(page: Page, active: Locator): Promise<number> {
  // The browser shows the line of a text box one writes in, not all of a long one.
  if (await active.evaluate((one) => one instanceof HTMLTextAreaElement)) await active.scrollIntoViewIfNeeded();
  let best = 0;
  for (const place of [
    active,
    active.locator(
      'xpath=ancestor::*[contains(@class,"sotto-field") or contains(@class,"sotto-composer") or contains(@class,"sotto-language") or self::label][1]',
    ),
  ]) {
    const box = (await place.count()) > 0 ? await place.boundingBox() : null;
    if (!box) continue;
    const focused = await shoot(page, box);
    const element = await active.elementHandle();
    await element?.evaluate((one) => {
      (one as HTMLElement).blur();
    });
    const resting = await shoot(page, box);
    await element?.evaluate((one) => {
      (one as HTMLElement).focus({ preventScroll: true });
    });
    const changed = await page.evaluate<number>(
      `(${COMPARE})(${JSON.stringify(focused)}, ${JSON.stringify(resting)}, ${String(BAND)})`,
    );
    best = Math.max(best, changed / (2 * (await place.evaluate(perimeter))));
    if (best >= LEAST_SHARE) break;
  }
  return best;
}

/** Walks with the Tab key until it has been everywhere, and names what shows its focus too weakly. */
async function walk(chat: Chat, seen: Set<string>, steps: number, key = 'Tab'): Promise<string[]> {
  const { page } = loader;
  const weak: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const active = chat.frame.locator('.sotto-root :focus');
    if ((await active.count()) === 1) {
      const name = await active.evaluate(
        (one) =>
          `${one.tagName.toLowerCase()}.${one.className} ` +
          `${one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent.trim().slice(0, 20)} ` +
          `${String(Math.round(one.getBoundingClientRect().x))}`,
      );
      if (!seen.has(name)) {
        seen.add(name);
        const share = await ringShare(page, chat.frame.locator('.sotto-root :focus'));
        if (share < LEAST_SHARE) weak.push(`${name}: ${share.toFixed(2)}`);
      }
    }
    await page.keyboard.press(key);
  }
  return weak;
}

describe.each(['light', 'dark'] as const)(
  'the focus is shown around what has it, and stands out 3 to 1, %s',
  (colorScheme) => {
    (colorScheme === 'dark' ? exceptInFirefox(FIREFOX_CANNOT.look) : it)(
      'W-5 W-7 W-22 at every control of a conversation, the menu, the question and the contact form',
      async () => {
        const { page, stack } = loader;
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        stack.model.script = [RICH];
        const chat = await loader.open('data-contact-collection', { body: '<h1>x</h1>' });
        await chat.open();
        await chat.ask('Hello');
        await sees(chat.messages.last(), 'Returns');
        await chat.frame.getByLabel('Email').waitFor();
        await chat.frame.getByRole('button', { name: 'Menu' }).waitFor();
        await chat.frame.getByRole('checkbox').waitFor();
        const seen = new Set<string>();
        const weak: string[] = [];
        // The last that was used is a key, so that the focus is shown from here on.
        await chat.frame.getByRole('button', { name: 'Menu' }).focus();
        await page.keyboard.press('Enter');
        await chat.frame.getByRole('menuitem', { name: 'Restart' }).waitFor();
        weak.push(...(await walk(chat, seen, 2, 'ArrowDown')));
        await chat.frame.getByRole('menuitem', { name: 'Restart' }).press('Enter');
        const yes = chat.frame.getByRole('button', { name: 'Yes' });
        await yes.waitFor();
        weak.push(...(await walk(chat, seen, 3)));
        await page.keyboard.press('Escape');
        await yes.waitFor({ state: 'detached' });

        // Last, because in Firefox Tab goes on into the browser's own bars, and stays there.
        await chat.frame.getByRole('button', { name: 'Menu' }).focus();
        weak.push(...(await walk(chat, seen, 45)));
        expect(seen.size).toBeGreaterThan(22);
        expect([...seen].filter((name) => /Restart|Yes|No/.test(name)).length).toBeGreaterThanOrEqual(3);
        expect(weak).toEqual([]);
      },
      240_000,
    );
  },
);
