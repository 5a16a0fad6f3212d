import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatOn, type Chat } from '../chat';
import { takeWebp } from '../picture';
import { useStack } from '../useStack';

const LOOKS = fileURLToPath(new URL('../output/looks/', import.meta.url));
const DOCS = fileURLToPath(new URL('../../docs/images/', import.meta.url));

const REPLY = `A pour-over needs little and forgives a lot:

1. Heat the water to **94 °C** and rinse the filter.
2. Grind 18 g, about as fine as sea salt.
3. Pour 60 g, wait 30 seconds, then pour the rest in circles.

| cups | coffee | water |
|---|---:|---:|
| 1 | 18 g | 300 g |
| 2 | 32 g | 530 g |

\`\`\`js
const water = coffee * 16.6;
\`\`\`

Too sour? Grind finer. Too bitter? Grind coarser. There is more in the [brewing guide](https://example.com/brewing).`;

const { browser, stack } = await useStack();

beforeAll(async () => {
  mkdirSync(LOOKS, { recursive: true });
});

const DESKTOP = { width: 1200, height: 900 };
const PHONE = { width: 390, height: 844 };

describe.each([
  { name: 'light', colorScheme: 'light' as const, viewport: DESKTOP, phone: false },
  { name: 'dark', colorScheme: 'dark' as const, viewport: DESKTOP, phone: false },
  { name: 'phone', colorScheme: 'light' as const, viewport: PHONE, phone: true },
])('how it looks: $name', ({ name, colorScheme, viewport, phone }) => {
  it('W-2 fits its place, with nothing that has to be scrolled sideways', async () => {
    stack.model.script = [REPLY];
    const context = await browser.newContext({
      colorScheme,
      viewport,
      hasTouch: phone,
      isMobile: phone,
      deviceScaleFactor: 2,
    });
    const page = await context.newPage();
    await page.goto(`${stack.origin}/demo`);
    const chat: Chat = chatOn(page);
    await chat.launcher.waitFor();
    await page.screenshot({ path: `${LOOKS}${name}-launcher.png` });
    await chat.open();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${LOOKS}${name}-empty.png` });
    await chat.ask('How do I brew a pour-over at home?');
    await chat.frame.getByRole('link', { name: 'brewing guide' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${LOOKS}${name}-chat.png` });
    const frame = page.frames().find((candidate) => candidate.url().includes('/integrations/widget/'));
    const overflow = await frame?.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    if (process.env['SOTTO_UPDATE_LOOKS']) {
      mkdirSync(DOCS, { recursive: true });
      writeFileSync(`${DOCS}chat-${name}.webp`, await takeWebp(page, 75));
    }
    await context.close();
  });
});
