import type { Browser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { brotliCompressSync } from 'node:zlib';
import { answerOf } from '../answerOf';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { onException } from '../engines/pageErrors';
import { some } from '../everything';
import { fillSignIn } from '../signIn';
import { useStack } from '../useStack';

const ITEM = '/hub/skillsets/order-help';
/** What a visitor pays in scripts before touching anything, in bytes (hub.md 7). */
const SCRIPT_BUDGET = 61_440;

const { browser, stack } = await useStack('hub');
let page: Page;
let errors: string[];

async function open(path: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  page = await context.newPage();
  errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  onException(page, (message) => errors.push(message));
  await page.goto(stack.origin + path);
  return page;
}

describe('H-1 H-6 a page of the Hub', () => {
  it.each(some(['/', ITEM, '/hub', '/hub/skillsets', '/docs/api'], 2))(
    '%s does not scroll sideways on a narrow phone',
    async (path) => {
      await open(path, { viewport: { width: 320, height: 640 } });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.context().close();
    },
  );

  it('shows what people wrote from right to left in its own direction, and nothing else turned round', async () => {
    const ana = await signedIn('ana@hub.example.com');
    const id = await ana.make('/v1/skillset/create', {
      name: 'مساعد الطلبات',
      description: 'يجيب عن أسئلة الشحن والإرجاع بهدوء ودقة.',
      visibility: 'public',
      icon: '📦',
    });
    await open(`/hub/skillsets/${id}`, { viewport: { width: 390, height: 844 } });
    const read = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
    expect([
      await read('h1'),
      await read('.item-hero .lead'),
      await read('.hero-actions'),
      await read('.site-footer'),
    ]).toEqual(['rtl', 'rtl', 'ltr', 'ltr']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);

  it('H-6 costs little script before a person is there, and starts no conversation', async () => {
    const reading: Promise<number>[] = [];
    const context = await browser.newContext();
    page = await context.newPage();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.url());
    });
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        reading.push(response.body().then((body) => brotliCompressSync(body).byteLength));
    });
    await page.goto(stack.origin + ITEM, { waitUntil: 'networkidle' });
    const sizes = await Promise.all(reading);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BUDGET);
    expect(calls).toEqual([]);
    await context.close();
  });
});

/** Somebody with an account, who calls as a page would. */
async function signedIn(email: string): Promise<{
  make: (path: string, body: object) => Promise<string>;
  cookie: { name: string; value: string; url: string };
}> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(stack.origin + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: stack.origin, ...headers },
      body: JSON.stringify(body),
    });
  await post('/v1/auth/signin/email', { email });
  const [, code = ''] =
    [...stack.output().matchAll(new RegExp(`Mail to ${email}[^]*?Your code is (\\d{6})`, 'g'))].at(-1) ?? [];
  const verified = await post('/v1/auth/signin/verify', { email, code, name: email.split('@')[0] ?? '' });
  const [pair = ''] = (verified.headers.getSetCookie().find((each) => each.startsWith('sotto_user=')) ?? '').split(';');
  return {
    cookie: { name: 'sotto_user', value: pair.slice('sotto_user='.length), url: stack.origin },
    make: async (path, body) =>
      String(((await (await post(path, body, { Cookie: pair })).json()) as { id: string }).id),
  };
}

describe('H-2 H-3 trying a skillset', () => {
  it('sends what was typed before the chat was there, shows the answer and the way to the conversation', async () => {
    await open(ITEM);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.locator('[data-facade-text]').fill('What does the status in preparation mean?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page
      .locator('.chat-place')
      .getByText('Explain an order status', { exact: false })
      .first()
      .waitFor({ timeout: 60_000 });
    expect(await page.locator('[data-chat-tries]').innerText()).toMatch(/^1?\d tries left today · Sign in for more$/);
    const link = page.getByRole('link', { name: 'View Conversation' });
    await link.waitFor();
    const path = (await link.getAttribute('href')) ?? '';
    expect(path).toMatch(/\/conversations\/conv_/);
    expect(await page.getByRole('link', { name: 'Create Your Own' }).getAttribute('target')).toBe('_blank');
    // The next visit goes on with it.
    await page.reload();
    await page.locator('[data-facade-text]').focus();
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(path);
    expect(errors).toEqual([]);

    // This browser may read it on its own page; another one is told that it cannot, as about a conversation that does
    // not exist.
    const [own] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await own.getByRole('heading', { name: 'Your conversation' }).waitFor();
    expect(await own.locator('.transcript .line-user').first().innerText()).toContain(
      'What does the status in preparation mean?',
    );
    expect(await own.locator('.transcript .line-bot').last().innerText()).toContain('Explain an order status');
    await page.context().close();
    for (const address of [path, '/conversations/conv_unknown']) {
      await open(address);
      await page.getByRole('heading', { name: 'This conversation cannot be opened here' }).waitFor();
      expect(await page.getByText('in preparation').count()).toBe(0);
      expect(errors).toEqual([]);
      await page.context().close();
    }
  }, 120_000);

  it('sends a suggestion once, whatever the moment of the press: before any script, while the chat comes, and once it stands', async () => {
    // While all scripts are late the server brings the question back; while that of the suggestions is late the chat is
    // there, unseen, and its facade takes the press.
    for (const late of [() => true, (script: string) => script.includes('sotto-chip'), undefined]) {
      await open('/hub');
      const calls: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/complete')) calls.push(request.postData() ?? '');
      });
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      if (late !== undefined)
        await page.route('**/site/*.js', async (route) => {
          const answer = await answerOf(route);
          if (late(answer.body)) await released;
          await route.fulfill(answer);
        });
      await page.goto(stack.origin + ITEM, { waitUntil: 'commit' });
      const facade = page.locator('.chat-facade');
      if (late?.('') !== true) {
        await page.waitForLoadState();
        await page.mouse.move(200, 500);
        await page.locator('.chat-place textarea').waitFor({ state: 'attached' });
      }
      const suggestion = (late === undefined ? page.locator('.chat-place.ready') : facade).getByText(
        'How do I return something?',
      );
      await suggestion.click({ noWaitAfter: true });
      release();
      // Without a model the trial says so, and what the ability is for.
      await page.locator('.chat-place.ready').getByText('Start a return').first().waitFor();
      expect(await page.locator('.sotto-message[data-by="user"]').count()).toBe(1);
      expect(calls).toHaveLength(1);
      expect(errors).toEqual([]);
      await page.context().close();
    }
  }, 90_000);

  it('H-8 asks who has used up the tries of the day to sign in, and puts the question into the box afterwards', async () => {
    await open(ITEM);
    await page.route('**/complete', (route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/json',
        body: '{"code":"LIMITS_REACHED","message":"Later."}',
      }),
    );
    // Its script is there: before, Enter makes a new line.
    await page.locator('[data-try]:visible').first().waitFor();
    await page.locator('[data-facade-text]').fill('Is it mine?');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Login' }).getByRole('link', { name: 'Login' }).click();
    await fillSignIn(page, stack, 'curious@hub.example.com');
    await page.waitForURL(({ pathname }) => pathname.endsWith('order-help'));
    // The chat comes when somebody is there.
    await page.mouse.move(300, 300);
    await page.mouse.move(310, 310);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some((box) => box.value === 'Is it mine?'),
    );
    expect(await page.locator('.sotto-message[data-by="user"]').count()).toBe(0);
    await page.context().close();
  }, 60_000);

  it('H-2 Try this puts the text into the box, Try Now puts the cursor there', async () => {
    await open(ITEM);
    await page
      .locator('.use-cases')
      .getByRole('button', { name: /Try this/ })
      .first()
      .click();
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some((box) => box.value.includes('in preparation')),
    );
    await page.getByRole('link', { name: 'Try Now' }).first().click();
    await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    expect(await page.locator('textarea:focus').count()).toBe(1);
    await page.context().close();
  }, 60_000);

  it('H-7 Clone asks a stranger to sign in, comes back to the question, copies on Yes and opens the copy', async () => {
    await open(ITEM);
    await page.getByRole('button', { name: 'Clone' }).click();
    const popup = page.getByRole('dialog', { name: 'Login' });
    await popup.getByRole('link', { name: 'Login' }).click();
    await page.waitForURL(/\/signin\?callbackUrl=%2Fhub%2Fskillsets%2Forder-help%3Fclone%3D1/);
    await fillSignIn(page, stack, 'ben@hub.example.com');

    const question = page.getByRole('dialog').filter({ hasText: 'Are you sure you want to clone this skillset?' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await page.waitForURL(/\/abilities\/skillset_/);
    expect(await page.getByLabel('Name', { exact: true }).first().inputValue()).toBe('Order help');
    expect(await page.locator('.ability-list > li').count()).toBeGreaterThan(1);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);
});

describe('H-2 sharing', () => {
  it('opens a menu with the text written already, copies the link and says so, and closes on Escape', async () => {
    await open(ITEM, { permissions: ['clipboard-read', 'clipboard-write'] });
    const share = page.getByRole('button', { name: 'Share' });
    await share.click();
    const menu = page.locator('.share-menu');
    expect(await menu.isVisible()).toBe(true);
    expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Mail', 'X', 'Bluesky', 'LinkedIn', 'Reddit']);
    const address = new URL((await menu.getByRole('link', { name: 'X', exact: true }).getAttribute('href')) ?? '');
    expect([address.origin, address.searchParams.get('text'), address.searchParams.get('url')]).toEqual([
      'https://x.com',
      'Try “Order help” on the Hub',
      stack.origin + ITEM,
    ]);
    await page.keyboard.press('Escape');
    expect(await menu.isVisible()).toBe(false);
    await share.press('Enter');
    await menu.getByRole('button', { name: 'Copy link' }).click();
    await page.locator('.notice').getByText('Link copied').waitFor();
    expect([await page.evaluate(() => navigator.clipboard.readText()), await menu.isVisible()]).toEqual([
      stack.origin + ITEM,
      false,
    ]);
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);

  exceptInFirefox(FIREFOX_CANNOT.touch)(
    'hands over to the phone where it can share by itself',
    async () => {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      });
      page = await context.newPage();
      await page.addInitScript(() => {
        Object.defineProperty(navigator, 'share', {
          value: (data: object) => {
            (window as unknown as { shared: object }).shared = data;
            return Promise.resolve();
          },
        });
      });
      await page.goto(stack.origin + ITEM);
      await page.getByRole('button', { name: 'Share' }).tap();
      expect(await page.evaluate(() => (window as unknown as { shared: object }).shared)).toMatchObject({
        text: 'Try “Order help” on the Hub',
        url: stack.origin + ITEM,
      });
      await context.close();
    },
    60_000,
  );
});

describe('H-6 rating', () => {
  it('is offered to who knows the thing, wants stars, is shown, changed and taken back', async () => {
    const [author, dora] = [await signedIn('author@hub.example.com'), await signedIn('dora@hub.example.com')];
    const id = await author.make('/v1/skillset/create', {
      name: 'To be rated',
      description: 'Something to have an opinion about.',
      visibility: 'public',
    });
    await open(`/hub/skillsets/${id}`);
    expect(await page.locator('.rating-form').count()).toBe(0);
    await page.context().close();

    await dora.make('/v1/skillset/create', { name: 'Copy', clonedFrom: { id, version: 1 } });
    await open('/hub');
    await page.context().addCookies([dora.cookie]);
    await page.goto(`${stack.origin}/hub/skillsets/${id}`);
    const form = page.locator('.rating-form');
    await form.getByRole('button', { name: 'Save rating' }).click();
    expect(
      await form
        .locator('input[name="value"]')
        .first()
        .evaluate((input: HTMLInputElement) => [input.validity.valueMissing, input.validationMessage !== '']),
    ).toEqual([true, true]);
    expect(page.url()).not.toContain('#ratings');
    await form.getByText('4 ★').click();
    await form.getByLabel('In a few words (optional)').fill('Calm and <b>exact</b>');
    await form.getByRole('button', { name: 'Save rating' }).click();
    await page.waitForURL(/#ratings$/);
    await page.locator('.rating-list').getByText('Calm and <b>exact</b>').waitFor();
    await page.getByText('Not enough ratings yet (1).').waitFor();
    expect(await page.locator('.rating-form legend').innerText()).toBe('Change your rating');
    expect(await page.getByLabel('4 ★').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('No ratings yet.').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  }, 60_000);
});

describe('H-1 reporting', () => {
  it('opens, is sent and thanked for, without scripts too; a reason of nobody’s list is refused, and without a network nothing is lost', async () => {
    await open(ITEM);
    await page.getByText('Report this').click();
    const form = page.locator('.report form');
    await form.getByLabel('What is wrong?').selectOption({ label: 'Not what it says' });
    const text = form.getByLabel('In your words (optional)');
    await text.fill('It promises more than it does.');
    expect(await text.getAttribute('maxlength')).toBe('2000');

    // What is still loading when the network goes, the browser reports itself.
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await form.getByRole('button', { name: 'Send report' }).click();
    await page.locator('.notice.error').getByText('What you wrote is still here', { exact: false }).waitFor();
    expect(await text.inputValue()).toBe('It promises more than it does.');
    await page.context().setOffline(false);

    await form.getByRole('button', { name: 'Send report' }).click();
    await page.getByRole('status').getByText('Thank you. The operators of this Hub will look at it.').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();

    await open(ITEM, { javaScriptEnabled: false });
    await page.getByText('Report this').click();
    await page.getByLabel('What is wrong?').evaluate((select: HTMLSelectElement) => {
      select.options[0]?.setAttribute('value', 'invented');
    });
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByRole('heading', { name: 'This did not work' }).waitFor();
    await page.goto(stack.origin + ITEM);
    await page.getByText('Report this').click();
    await page.getByRole('button', { name: 'Send report' }).click();
    await page.getByText('Thank you. The operators of this Hub will look at it.').waitFor();
    await page.context().close();
  }, 90_000);
});
