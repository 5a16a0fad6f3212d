import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { sees } from '../chat';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();

/** The form of a new ability, on the page of a new skillset. */
async function begin(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Order help');
  await page.getByRole('button', { name: 'Create ability set' }).click();
  await sees(page.locator('main'), 'Saved.');
  return page.locator('form', { has: page.locator('input[value="new-ability"]') });
}

describe('OW-20 an ability without code', () => {
  it('is filled in with rows and pickers, keeps a draft of them, and is saved as a request', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await signInAt(page, stack, 'ana@abilities.example.com', '/skillsets/new');
    const form = await begin(page);
    await form.locator('input[name="name"]').fill('find order');
    await form.locator('input[name="address"]').fill('https://shop.example/orders/?full=1');
    await form.locator('input[name="a0-name"]').fill('number');
    await form.locator('input[name="address"]').press('Home');
    for (let count = 0; count < 'https://shop.example/orders/'.length; count += 1)
      await page.keyboard.press('ArrowRight');
    await form.locator('select[name="address-put"]').selectOption('number');
    await expect.poll(() => form.locator('input[name="address"]').inputValue()).toContain('/orders/{{number}}?full=1');
    await form.getByRole('button', { name: 'Add an argument' }).click();
    await form.locator('input[name="a1-name"]').fill('size');
    await expect.poll(() => form.locator('textarea[name="a1-options"]').isVisible()).toBe(false);
    await form.locator('select[name="a1-type"]').selectOption('choice');
    await form.locator('textarea[name="a1-options"]').fill('S\nM');
    await page.reload();
    await sees(form, 'Not saved yet');
    await expect.poll(() => form.locator('input[name="a1-name"]').inputValue()).toBe('size');
    await expect.poll(() => form.locator('input[name="a1-name"]').isVisible()).toBe(true);
    expect(await violations(page)).toEqual([]);
    await form.getByRole('button', { name: 'Add ability' }).click();
    await sees(page.locator('main'), 'Saved.');
    const saved = page.locator('.ability-row');
    await saved.locator('.ability-name').click();
    await expect
      .poll(() => saved.locator('input[name="address"]').inputValue())
      .toBe('https://shop.example/orders/{{number}}');
    await expect.poll(() => saved.locator('input[name="q1-value"]').inputValue()).toBe('{{size}}');
    await context.close();
  });

  it('works without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const signedIn = await browser.newContext();
    await signInAt(await signedIn.newPage(), stack, 'ben@abilities.example.com', '/overview');
    await context.addCookies(await signedIn.cookies());
    await page.goto(`${stack.origin}/skillsets/new`);
    const form = await begin(page);
    await form.locator('input[name="name"]').fill('find order');
    await form.locator('input[name="address"]').fill('https://shop.example/orders/');
    await form.locator('input[name="a0-name"]').fill('number');
    await form.getByRole('button', { name: 'Add an argument' }).click();
    await form.locator('input[name="a1-name"]').fill('lang');
    await form.locator('select[name="address-put"]').selectOption('number');
    await form.getByRole('button', { name: 'Add ability' }).click();
    await sees(page.locator('main'), 'Saved.');
    await page.locator('.ability-row .ability-name').click();
    expect(await page.locator('.ability-row input[name="address"]').inputValue()).toBe(
      'https://shop.example/orders/{{number}}',
    );
    await context.close();
    await signedIn.close();
  });
});
