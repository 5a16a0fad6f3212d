import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { violations } from '../axe';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
/** Folder for pictures of the pages; unset for none. */
const SHOTS = process.env['SHOTS'];

it('OW-21 runs a check on its page without a reload, and shows both answers side by side', async () => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 850 } });
  const page = await context.newPage();
  const shot = async (name: string): Promise<void> => {
    if (SHOTS === undefined) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
  };
  await signInAt(page, stack, 'ana@checks.example.com');
  const bot = await postAs(page, 'bot/create', { name: 'Tea shop' });
  stack.model.script = ['We are open from 9 to 17, Monday to Friday.'];
  await page.goto(`${stack.origin}/checks?bot=${bot.id}`);
  await shot('empty');
  await page.getByRole('link', { name: 'New check' }).click();
  await page.getByLabel('Name').fill('Opening hours');
  await page.getByLabel('As a visitor asks it').fill('When are you open?');
  await page.getByLabel('Question 1, expectation 1').selectOption('contains');
  await page.getByLabel('Question 1, text of expectation 1').fill('from 9 to 17');
  expect(await violations(page)).toEqual([]);
  await shot('form');
  await page.getByRole('button', { name: 'Save and run' }).click();
  await page.getByText('Passes', { exact: true }).waitFor();
  const url = page.url().replace('?saved', '');
  stack.model.script = ['متجرنا مغلق اليوم، ويفتح من العاشرة إلى السادسة من يوم الاثنين إلى يوم الجمعة.'];
  await page.goto(url);
  await page.getByRole('button', { name: 'Run now' }).click();
  await page.getByText('Fails', { exact: true }).waitFor();
  const [before, now] = await Promise.all(
    ['When it last passed', 'Now, changed'].map((name) => page.getByRole('heading', { name }).boundingBox()),
  );
  expect([before?.y, (before?.x ?? 0) < (now?.x ?? 0)]).toEqual([now?.y, true]);
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 850 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await shot(`check-${String(width)}-${scheme}`);
    }
  }
  await page.goto(`${stack.origin}/checks?bot=${bot.id}`);
  await shot('list-390');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 850 });
  await shot('list-1366');
}, 120_000);
