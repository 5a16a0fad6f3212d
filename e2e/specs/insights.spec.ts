import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { chatOn, sees } from '../chat';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack('hub');

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return context.newPage();
}

describe('what the bot could not answer', () => {
  it('is a row of the insights; its owner writes the answer once, and the next visitor gets it', async () => {
    const owner = await open();
    await signInAt(owner, stack, 'ana@insights.example.com', '/overview');
    const dataset = await postAs(owner, 'dataset/create', { name: 'Terms' });
    const bot = await postAs(owner, 'bot/create', { name: 'Helper', datasets: [dataset.id] });
    const widget = await postAs(owner, 'integration/widget/create', { name: 'Shop chat', botId: bot.id });
    const install = `<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="${widget.id}"></script>`;
    host.pages.set('/shop', {
      html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>Shop</h1>${install}`,
    });
    const ask = async (question: string) => {
      const page = await open();
      await page.goto(`${host.origin}/shop`);
      const chat = chatOn(page);
      await chat.open();
      await chat.ask(question);
      await chat.answered();
      return chat;
    };

    const first = await ask('Do you ship wooden furniture to Portugal?');
    await sees(first.messages, 'I found nothing about that');
    await ask('do you ship furniture of wood to portugal');

    await owner.goto(`${stack.origin}/overview`);
    await owner.getByRole('link', { name: 'Insights' }).click();
    const row = owner.locator('.unanswered-list > li');
    await sees(row, 'Asked 2 times');
    await sees(row, 'Nothing found');
    await row.locator('summary').click();
    await owner
      .getByRole('textbox', { name: 'Answer' })
      .fill('Yes. Wooden furniture arrives in Portugal within ten days.');
    expect(await violations(owner)).toEqual([]);
    await owner.getByRole('button', { name: 'Save answer' }).click();
    await sees(owner.getByRole('status'), 'Wooden furniture arrives in Portugal within ten days.');
    await sees(owner.locator('#unanswered'), 'No unanswered questions in this period.');

    const second = await ask('Do you ship wooden furniture to Portugal?');
    await sees(second.messages, 'Wooden furniture arrives in Portugal within ten days.');
  });

  it('fits on a phone, and stands from right to left', async () => {
    const phone = await open({ viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await signInAt(phone, stack, 'ana@insights.example.com', '/insights');
    await sees(phone.locator('h1'), 'Insights');
    expect(await violations(phone)).toEqual([]);
    for (const direction of ['ltr', 'rtl']) {
      await phone.evaluate((dir) => {
        document.documentElement.dir = dir;
      }, direction);
      const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
  });
});
