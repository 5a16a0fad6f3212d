import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, sees } from '../chat';
import { onException } from '../engines/pageErrors';
import { startExampleSite, type ExampleSite } from '../hostPages/exampleSite';
import { plainPage } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let site: ExampleSite | undefined;
let page: Page;
const complaints: string[] = [];

beforeEach(async () => {
  complaints.length = 0;
  page = await (await browser.newContext()).newPage();
  // Hydration mismatches and StrictMode's warnings are errors of the console.
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  onException(page, (message) => {
    complaints.push(message);
  });
  stack.model.script = ['Hello ', 'from the **model**.'];
});
afterEach(async () => {
  await page.context().close();
  await site?.close();
  site = undefined;
});

async function open(example: string, path = '/'): Promise<void> {
  site = await startExampleSite(example, stack.origin);
  await page.goto(site.origin + path);
}

describe('L-1 L-3 the examples, opened and asked', () => {
  it.each(['html', 'react', 'next', 'vue', 'svelte', 'angular'])(
    '%s: the launcher is there, and a question is answered in the iframe',
    async (example) => {
      await open(example);
      const chat = chatOn(page);
      await chat.open();
      await chat.ask('What is this?');
      await sees(chat.messages.last(), 'Hello from the model.');
      expect(await page.locator('sotto-chat').count()).toBe(1);
      if ((await page.locator('#last-reply').count()) > 0)
        await page.locator('#last-reply').getByText('Hello from the').waitFor();
      expect(complaints).toEqual([]);
    },
  );

  it('react: a function of a component is registered once and answers with the state of now', async () => {
    await open('react');
    await page.getByRole('button', { name: 'One more' }).click();
    const chat = chatOn(page);
    await chat.open();
    const functions = await page.evaluate(() =>
      Object.keys((document.querySelector('sotto-chat') as unknown as { functions: object }).functions),
    );
    expect(functions).toEqual(['getOrder']);
    const result = await page.evaluate(() =>
      (
        document.querySelector('sotto-chat') as unknown as { functions: Record<string, { handler: () => unknown }> }
      ).functions['getOrder']?.handler(),
    );
    expect(result).toEqual({ id: 'A-10023', count: 2 });
    expect(complaints).toEqual([]);
  });

  it('react: the same widget in the page, without an iframe', async () => {
    await open('react', '/in-page.html');
    await page.locator('.sotto-launcher').click();
    const box = page.getByRole('textbox');
    await box.fill('What is this?');
    await box.press('Enter');
    await sees(page.locator('article.sotto-message').last(), 'Hello from the model.');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each(['#branded', '#own'])("react: %s, parts and a screen of one's own", async (name) => {
    await open('react', `/in-page.html${name}`);
    if (name === '#branded')
      await page.getByRole('button', { name: 'Open chat' }).and(page.locator('.my-launcher')).click();
    await page.getByRole('textbox').fill('What is this?');
    await page.getByRole('textbox').press('Enter');
    await sees(page.locator('article.sotto-message').last(), 'Hello from the model.');
    expect(complaints).toEqual([]);
  });

  it('next: a page drawn on the server becomes the widget without an iframe', async () => {
    await open('next', '/help');
    const box = page.locator('.sotto-root').getByRole('textbox');
    await box.fill('What is this?');
    await box.press('Enter');
    await sees(page.locator('.sotto-root article.sotto-message').last(), 'Hello from the model.');
    expect(complaints).toEqual([]);
  });

  it('tag manager: the tag works, and fires twice without harm', async () => {
    const tag = readFileSync(new URL('../../examples/tag-manager/tag.html', import.meta.url), 'utf8').replaceAll(
      'https://chat.example.com',
      stack.origin,
    );
    host.pages.set('/tag', { html: plainPage(tag + tag) });
    await page.goto(`${host.origin}/tag`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('What is this?');
    await sees(chat.messages.last(), 'Hello from the model.');
    expect(await page.locator('sotto-chat').count()).toBe(1);
  });
});
