import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sees } from '../chat';
import { signInAt } from '../signIn';
import { useBrowser, useOwnStack } from '../useStack';

const browser = await useBrowser();
// Plans are sold, by a provider that is never reached.
const billing = { HUB_BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk_test_none', STRIPE_WEBHOOK_SECRET: 'whsec_none' };
const stack = await useOwnStack({ hasPublicUrl: true, env: billing });

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

/** What a failed call of the site says on the document. */
async function fail(page: Page, code: string): Promise<void> {
  await page.evaluate(
    (name) => document.dispatchEvent(new CustomEvent('sotto:alert', { detail: { code: name } })),
    code,
  );
}

/** The popup's words and buttons as they are read, and its movement in milliseconds. */
const readAlert = (page: Page) =>
  page.locator('dialog.alert').evaluate((dialog) => ({
    title: dialog.querySelector('h2')?.textContent,
    text: dialog.querySelector('p')?.textContent,
    actions: [...dialog.querySelectorAll('.actions .button')].map((button) => button.textContent),
    durations: dialog.getAnimations().map(({ effect }) => effect?.getTiming().duration),
  }));

describe('H-8 popups over the page', () => {
  it('Login for a stranger: exact words, focus inside, back to the same place', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/playground?a=1#code-title`);
    await fail(page, 'NOT_AUTHENTICATED');
    await page.getByRole('dialog', { name: 'Login' }).waitFor();
    expect(await readAlert(page)).toMatchObject({
      title: 'Login',
      text: 'You are not authenticated. In order to access this feature, you must be logged in. Please log in and try again.',
      actions: ['Login'],
    });
    expect(await page.getByRole('dialog').getByRole('link', { name: 'Login' }).getAttribute('href')).toBe(
      '/signin?callbackUrl=%2Fplayground%3Fa%3D1%23code-title',
    );
    for (let count = 0; count < 6; count += 1) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.querySelector('dialog.alert')?.contains(document.activeElement),
        ),
      ).toBe(true);
    }
    await fail(page, 'LIMITS_REACHED');
    expect(await page.locator('dialog.alert').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('dialog.alert').waitFor({ state: 'detached' });
    await context.close();
  });

  it('Subscribe and Upgrade for an account: exact words and buttons', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ana@example.com', '/usage');
    await fail(page, 'NO_SUBSCRIPTION');
    await page.getByRole('dialog', { name: 'Subscribe' }).waitFor();
    expect(await readAlert(page)).toMatchObject({
      title: 'Subscribe',
      text: 'You do not have an active subscription. In order to access all features, you will need to start a subscription.',
      actions: ['Start Trial', 'Plans'],
    });
    await page.locator('dialog.alert').getByRole('button', { name: 'Close' }).click();
    await page.locator('dialog.alert').waitFor({ state: 'detached' });
    await fail(page, 'LIMITS_REACHED');
    await page.getByRole('dialog', { name: 'Upgrade' }).waitFor();
    expect(await readAlert(page)).toMatchObject({
      title: 'Upgrade',
      text: 'You have exceeded the limits of your current plan. In order to access all features, you will need to upgrade your subscription.',
      actions: ['Start Trial', 'See Your Usage'],
    });
    const loaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'See Your Usage' }).click();
    await loaded;
    expect(page.url()).toMatch(/\/usage$/);
    await fail(page, 'TOO_MANY_REQUESTS');
    await fail(page, 'NO_SUBSCRIPTION');
    await page.getByRole('dialog', { name: 'Subscribe' }).waitFor();
    await page.locator('dialog.alert').getByRole('link', { name: 'Plans' }).click();
    await page.waitForURL(/\/pricing$/);
    await context.close();
  });

  it('take 300 ms to come and 200 ms to go, and no time where motion is unwanted', async () => {
    for (const [reducedMotion, coming, going] of [
      ['no-preference', 300, 200],
      ['reduce', 0, 0],
    ] as const) {
      const { context, page } = await open({ reducedMotion });
      await page.goto(`${stack.origin}/playground`);
      // Every movement is noted as it is asked for; how long it then takes is the browser's affair.
      await page.evaluate(() => {
        const { animate } = Element.prototype;
        const asked: unknown[] = [];
        Object.assign(window, { asked });
        Element.prototype.animate = function (this: Element, frames, options) {
          if (this.matches('dialog.alert') && typeof options === 'object') asked.push(options.duration);
          return animate.call(this, frames, options);
        };
      });
      await fail(page, 'NOT_AUTHENTICATED');
      await page.getByRole('dialog', { name: 'Login' }).waitFor();
      await page.locator('dialog.alert').getByRole('button', { name: 'Close' }).click();
      await page.locator('dialog.alert').waitFor({ state: 'detached' });
      expect(await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)).toEqual([coming, going]);
      await context.close();
    }
  });

  it('say in the popup that the payment page cannot be reached', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ben@example.com', '/usage');
    await page.route('**/api/billing/checkout', (route) => route.abort());
    await fail(page, 'NO_SUBSCRIPTION');
    await page.getByRole('button', { name: 'Start Trial' }).click();
    await sees(page.getByRole('dialog'), 'The payment page could not be reached. Try again.');
    await context.close();
  });

  it('open for a form that was refused, also where no script runs', async () => {
    for (const javaScriptEnabled of [true, false]) {
      const { context, page } = await open({ javaScriptEnabled });
      await signInAt(page, stack, `widgets-${String(javaScriptEnabled)}@example.com`, '/integrations/widget/new');
      for (const name of ['First', 'Second']) {
        await page.goto(`${stack.origin}/integrations/widget/new`);
        await page.getByLabel('Name', { exact: true }).fill(name);
        await page.getByRole('button', { name: 'Create widget' }).click();
        await page.waitForLoadState();
      }
      await sees(page.locator('dialog.alert'), 'You have exceeded the limits of your current plan.');
      expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Second');
      await context.close();
    }
  });
});

describe('H-14 a page whose script breaks', () => {
  it('reloads three times, then says so and stays readable', async () => {
    const { context, page } = await open();
    // A part of the page that no script knows, as after a deploy in mid-visit.
    await page.addInitScript(() => {
      if (window === top) sessionStorage['loads'] = String(Number(sessionStorage['loads'] ?? 0) + 1);
      new MutationObserver(() => {
        document.querySelector('[data-island="studio"]')?.setAttribute('data-island', 'gone');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${stack.origin}/playground`);
    await sees(page.locator('.page-failure'), 'Something on this page does not work.');
    expect(await page.evaluate<string>(`sessionStorage['loads']`)).toBe('4');
    expect(await page.locator('.page-failure').getByRole('link').allInnerTexts()).toEqual(['Reload', 'Home']);
    await sees(page.locator('h1'), 'Playground');
    await context.close();
  });
});

describe('H-15 calls of the site', () => {
  it('say what went wrong at the foot of the page until it is closed', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'cleo@example.com', '/skillsets/new');
    await page.route('**/session/create', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: '{"code":"SERVICE_UNAVAILABLE","message":"Closed for the night"}',
      }),
    );
    await page.getByLabel('Name').fill('Broken');
    await page.getByRole('button', { name: 'Create ability set' }).click();
    const chat = page.locator('.try-it iframe').contentFrame();
    await chat.getByRole('textbox').fill('Hello?');
    await chat.getByRole('textbox').press('Enter');
    await sees(page.locator('.notices'), 'The chat could not be started: Closed for the night');
    await page.locator('.notices').getByRole('button', { name: 'Close' }).first().click();
    await context.close();
  });
});

describe('H-12 forms without a connection', () => {
  it('send nothing, say so, and keep what was typed; and one that is on its way is sent once', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'dora@example.com', '/skillsets/new');
    await page.getByLabel('Name').fill('Made on a train');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Create ability set' }).click();
    await sees(page.locator('.notices'), 'You are offline: nothing was sent.');
    expect(await page.getByLabel('Name').inputValue()).toBe('Made on a train');
    await context.setOffline(false);
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/abilities/new')) posts += 1;
    });
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>('form.form [type="submit"]');
      button?.click();
      button?.click();
    });
    await sees(page.locator('main'), 'Saved.');
    expect(posts).toBe(1);
    await context.close();
  });
});
