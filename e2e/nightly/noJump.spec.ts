import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { recordJumps, type JumpRecord } from '../firstSecond/recordJumps';
import type { Step } from '../scriptedModel';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
let context: BrowserContext;
let chat: Chat;

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  chat = chatOn(await context.newPage());
});
afterEach(async () => {
  stack.model.release();
  await context.close();
});

const LAST_WORDS = 'These are the last words of the reply.';

/** Everything that a reply can hold, each with text behind it. */
const everything = (origin: string): string => `Here is **all of it**, with a [link](https://example.com/a), \`code\`,
the formula $E = mc^2$ in its line, and a note[^1] behind a word.

## A list

- the *first* point
- the second point, which is long enough that it needs more than one line of this panel
  1. a point in a point

> Quoted words that stand alone.

| Roast | Price | Words |
|---|---:|---|
| House | 12 | mild |
| Harbour espresso | 1400 | dark, and a cell that is far longer than the first |

After the table.

\`\`\`js
const price = 12; // of a bag
console.log(price);
\`\`\`

After the code.

$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$

After the formula.

\`\`\`mermaid
flowchart LR
  Order --> Roast
  Roast --> Ship
\`\`\`

After the diagram.

\`\`\`card
title: House blend
description: Mild, and in stock.
image: ${origin}/slow/card.png
buttons:
  - caption: Order it
\`\`\`

After the card.

\`\`\`carousel
items:
  - {title: One, description: The first of them}
  - {title: Two, description: The second of them, image: ${origin}/lost/two.png}
\`\`\`

After the carousel.

\`\`\`buttons
- caption: Track my order
- caption: Returns
\`\`\`

After the buttons.

\`\`\`form
submit: Request the return
fields:
  - {name: order, label: Order number}
  - {name: reason, label: Reason, type: select, options: [Too small, Damaged]}
\`\`\`

After the form.

![A harbour](${origin}/slow/harbour.png)

After the picture.

![A lost harbour](${origin}/lost/harbour.png)

After the lost picture.

![A stranger](https://stranger.test/picture.png)

After the stranger.

[^1]: What the note says.

${LAST_WORDS}`;

/** Pieces of five characters, as models send them; several come within one frame of the browser. */
const stream = (text: string): Step[] => (text.match(/[\s\S]{1,5}/g) ?? []).flatMap((piece) => [piece, { wait: 4 }]);

/** A picture whose shape nobody expects. */
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="700"><rect width="90" height="700"/></svg>';

/** Asks, waits until everything of the reply has been drawn, and says what moved meanwhile. */
async function watch(question: string, releasePictures: () => void): Promise<JumpRecord> {
  await chat.frame.locator('body').evaluate(recordJumps, question);
  // A form of an earlier reply has text boxes of its own.
  const box = chat.frame.locator('textarea.sotto-textbox');
  await box.fill(question);
  await box.press('Enter');
  await sees(chat.messages.last(), LAST_WORDS);
  await chat.answered();
  releasePictures();
  const reply = chat.messages.last();
  for (const drawn of ['.katex-display', '.sotto-diagram-image', 'form', '.sotto-carousel', '.sotto-blocked-alt'])
    await reply.locator(drawn).first().waitFor();
  await eventually(async () => {
    expect(
      await reply.locator('img').evaluateAll((all) => all.map((img) => (img as HTMLImageElement).complete)),
    ).not.toContain(false);
  });
  return chat.frame.locator('body').evaluate(
    () =>
      new Promise<JumpRecord>((resolve, reject) => {
        // Two frames later everything that has come is drawn, and has been looked at.
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            const record = window.sottoJumps;
            if (record) resolve(record);
            else reject(new Error('Nothing was recorded.'));
          });
        });
      }),
  );
}

describe('FW-9 FW-10 nothing that has been read moves', () => {
  it('FW-9 FW-10: while a reply of every construct comes, with parts that come late and pictures that come last', async () => {
    let releasePictures = (): void => undefined;
    const areReleased = new Promise<void>((resolve) => {
      releasePictures = resolve;
    });
    await context.route(/\/assets\/[^/]+\.(?:js|css)/, async (route) => {
      if (/drawFormula|Diagram|Rich|readForm|BlockedMedia|highlight/.test(route.request().url()))
        await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    await context.route('**/slow/*', async (route) => {
      await areReleased;
      await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
    });
    await context.route('**/lost/*', async (route) => {
      await areReleased;
      await route.fulfill({ status: 404, body: '' });
    });
    await chat.page.goto(`${stack.origin}/demo`);
    await chat.open();
    stack.model.script = stream(everything(stack.origin));
    for (const question of ['First question', 'Second question']) {
      const { jumps, frames, blocks, words } = await watch(question, releasePictures);
      expect(jumps, question).toEqual([]);
      expect(frames).toBeGreaterThan(30);
      expect(blocks).toBe(28);
      expect(words).toBeGreaterThan(150);
    }
  });
});
