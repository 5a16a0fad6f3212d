import { describe, expect } from 'vitest';
import { chatOn, eventually } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import type { Step } from '../scriptedModel';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();

/** Tokens of four characters, twenty of them every 16 ms, as fast models do. */
function tokensOf(text: string): Step[] {
  return (text.match(/[\s\S]{1,4}/g) ?? []).flatMap((piece, index) =>
    index % 20 === 19 ? [piece, { wait: 16 }] : [piece],
  );
}

/** About 20,000 characters of everything a reply is usually made of. */
function longText(): string {
  const section = (n: number) =>
    `## Part ${String(n)}\n\nSome **bold** words, \`code\` and a ` +
    `[link](https://example.com/${String(n)}) in a paragraph that goes on for a while, so that it wraps ` +
    `over several lines in the bubble.\n\n` +
    (`- first point\n- second point with *emphasis*\n- third point\n\n| name | value |\n|---|---:|\n| ` +
      `alpha | ${String(n)} |\n| beta | ${String(n * 2)} |\n\n\`\`\`js\nfor (let i = 0; i < ${String(n)}; ` +
      `i += 1) {\n  console.log(i);\n}\n\`\`\`\n\n`);
  let text = '';
  for (let n = 1; text.length < 20_000; n += 1) text += section(n);
  return text;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** CPU time of the thread, in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/**
 * How many tasks the pages' main threads ran, and the longest one's CPU time in milliseconds: what else the machine
 * does is not counted.
 */
function mainThreadTasks(trace: Buffer): { tasks: number; longest: number } {
  const { traceEvents } = JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] };
  const threads = new Set(
    traceEvents
      .filter((event) => event.name === 'thread_name' && event.args.name === 'CrRendererMain')
      .map((event) => `${String(event.pid)}.${String(event.tid)}`),
  );
  const tasks = traceEvents.filter(
    (event) =>
      event.ph === 'X' && /RunTask/.test(event.name) && threads.has(`${String(event.pid)}.${String(event.tid)}`),
  );
  return { tasks: tasks.length, longest: Math.max(...tasks.map((event) => event.tdur ?? 0)) / 1000 };
}

describe('a reply of 20,000 characters in tokens of four', () => {
  exceptInFirefox(FIREFOX_CANNOT.devtools)('keeps every task of the main thread under 50 ms', async () => {
    const text = longText();
    stack.model.script = ['Warm.'];
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${stack.origin}/demo`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('warm up');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor({ timeout: 60_000 });
    stack.model.script = tokensOf(text);
    await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
    await chat.ask('Tell me everything');
    await chat.frame.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor({ timeout: 60_000 });
    await eventually(async () => {
      expect(await chat.messages.last().locator('pre').count()).toBe((text.match(/```js/g) ?? []).length);
    });
    const { tasks, longest } = mainThreadTasks(await browser.stopTracing());
    expect(tasks).toBeGreaterThan(100);
    expect(longest).toBeLessThan(50);
    await page.context().close();
  });
});
