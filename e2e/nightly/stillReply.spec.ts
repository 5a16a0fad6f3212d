import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { chatOn, sees, type Chat } from '../chat';
import type { Step } from '../scriptedModel';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
let context: BrowserContext | undefined;

afterEach(async () => {
  stack.model.release();
  await context?.close();
});

/** What one frame has moved. */
interface Shift {
  readonly score: number;
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    sottoShifts?: Shift[];
  }
}

const LAST_WORDS = 'These are the last words of the reply.';

const rich = (origin: string): string => `# A heading

Some words, and a second sentence that needs more than one line of the panel.

## A table

| Roast | Price | Words |
|---|---:|---|
| House | 12 | mild |
| Harbour espresso | 1400 | dark, and a cell that is far longer than the first |

\`\`\`js
const price = 12; // of a bag
console.log(price);
\`\`\`

The formula $E = mc^2$ stands in its line.

$$\\int_0^1 x^2 \\, dx = \\frac{1}{3}$$

![A harbour](${origin}/picture/harbour.png)

\`\`\`mermaid
flowchart LR
  Order --> Roast
  Roast --> Ship
\`\`\`

See https://example.com/guide for more. ${LAST_WORDS}`;

const stream = (text: string): Step[] => (text.match(/[\s\S]{1,5}/g) ?? []).flatMap((piece) => [piece, { wait: 8 }]);

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360"/></svg>';

async function open(options: BrowserContextOptions): Promise<Chat> {
  context = await browser.newContext(options);
  const chat = chatOn(await context.newPage());
  await context.route('**/picture/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ contentType: 'image/svg+xml', body: PICTURE });
  });
  await chat.page.goto(`${stack.origin}/demo`);
  await chat.open();
  return chat;
}

const SCREENS: readonly (readonly [string, BrowserContextOptions])[] = [
  ['a desktop', { viewport: { width: 1000, height: 800 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }],
];

describe('FW-9 a rich reply', () => {
  it.each(SCREENS)('VI-50: shifts the layout by at most 0.1 from the first question on, on %s', async (_, options) => {
    const chat = await open(options);
    await chat.frame.locator('body').evaluate(() => {
      const shifts: Shift[] = [];
      window.sottoShifts = shifts;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        })[])
          shifts.push({
            score: entry.value,
            moved: entry.sources.map(({ node, previousRect, currentRect }) => {
              const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.nodeName ?? '?');
              return `${name} from ${String(previousRect.y)} to ${String(currentRect.y)}`;
            }),
          });
      }).observe({ type: 'layout-shift' });
    });
    stack.model.script = stream(rich(stack.origin));
    await chat.ask('Show me everything');
    await sees(chat.messages.last(), LAST_WORDS);
    const reply = chat.messages.last();
    for (const drawn of ['.katex-display', '.sotto-diagram-image', 'img.sotto-media'])
      await reply.locator(drawn).first().waitFor();
    await chat.answered();
    await chat.page.waitForTimeout(1_000);
    const shifts = await chat.frame.locator('body').evaluate(() => window.sottoShifts ?? []);
    const score = shifts.reduce((sum, shift) => sum + shift.score, 0);
    expect(score, JSON.stringify(shifts, undefined, 1)).toBeLessThan(0.1);
  });

  it('VI-50: has its Mermaid diagram drawn within ten seconds of a cold load', async () => {
    const chat = await open({});
    stack.model.script = ['```mermaid\nflowchart LR\n  Order --> Roast\n```'];
    await chat.ask('Draw');
    const diagram = chat.frame.locator('.sotto-diagram-image');
    await diagram.waitFor({ timeout: 10_000 });
    expect(await diagram.isVisible()).toBe(true);
  });
});
