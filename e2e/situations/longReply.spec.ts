import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatOn, eventually } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startStack, type Stack } from '../startStack';

let browser: Browser;
let stack: Stack;

beforeAll(async () => {
  [browser, stack] = await Promise.all([launchChromium(), startStack()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), stack.close()]);
});

/** About 20,000 characters of everything a reply is usually made of. */
function longText(): string {
  const section = (n: number) =>
    `## Part ${String(n)}\n\nSome **bold** words, \`code\` and a [link](https://example.com/${String(n)}) in a paragraph that goes on for a while, so that it wraps over several lines in the bubble.\n\n` +
    `- first point\n- second point with *emphasis*\n- third point\n\n| name | value |\n|---|---:|\n| alpha | ${String(n)} |\n| beta | ${String(n * 2)} |\n\n\`\`\`js\nfor (let i = 0; i < ${String(n)}; i += 1) {\n  console.log(i);\n}\n\`\`\`\n\n`;
  let text = '';
  for (let n = 1; text.length < 20_000; n += 1) text += section(n);
  return text;
}

describe('a reply of 20,000 characters in tokens of four', () => {
  it('keeps every task of the main thread under 50 ms', async () => {
    const text = longText();
    const pieces = text.match(/[\s\S]{1,4}/g) ?? [];
    stack.model.script = pieces.flatMap((piece, index) => (index % 20 === 19 ? [piece, { wait: 16 }] : [piece]));
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('warm up');
    await chat.frame.getByRole('button', { name: 'Send' }).waitFor({ timeout: 60_000 });
    const frame = page.frames().find((candidate) => candidate.url().includes('/integrations/widget/'));
    await frame?.evaluate(() => {
      const seen: number[] = [];
      Object.assign(window, { longTasks: seen });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.push(Math.round(entry.duration));
      }).observe({ type: 'longtask', buffered: false });
    });
    await chat.ask('Tell me everything');
    await chat.frame.getByRole('button', { name: 'Stop' }).waitFor();
    await chat.frame.getByRole('button', { name: 'Send' }).waitFor({ timeout: 60_000 });
    await eventually(async () => {
      expect(await chat.messages.last().locator('pre').count()).toBe((text.match(/```js/g) ?? []).length);
    });
    expect(await frame?.evaluate('window.longTasks')).toEqual([]);
    await page.context().close();
  });
});
