import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { sees } from '../chat';
import { isChromium, notDark, SCHEMES } from '../engines/leftOut';
import { onException } from '../engines/pageErrors';
import { pictureKeeper, takeWebp } from '../picture';
import { fillWorkspace } from '../fillWorkspace';
import { signInAt } from '../signIn';
import { useBrowser, useOwnStack } from '../useStack';

const keep = pictureKeeper('builder', 'guides/builder-pages.md');
const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const browser = await useBrowser();
const stack = await useOwnStack({ env: { HUB_PUBLISHING: 'open' } });
let context: BrowserContext;
let page: Page;
/** Every page of a builder by name, filled with what a builder has. */
let paths: Record<string, string>;
let errors: string[];

beforeAll(async () => {
  stack.model.script = ['Your order ', 'is on its way.'];
  context = await browser.newContext({ viewport: DESKTOP });
  page = await context.newPage();
  errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`);
  });
  onException(page, (message) => errors.push(message));
  await signInAt(page, stack, 'ana@example.com', '/overview');
  paths = await fillWorkspace(page, stack);
}, 180_000);

/** Opens a page of the list and waits until it stands still. */
async function show(path: string): Promise<void> {
  await page.goto(stack.origin + path);
  await page.waitForLoadState('networkidle');
}

/** What is wrong with a page: findings of axe, a page that is too wide, and parts of it whose content is cut off. */
async function findings(of: Page, name: string): Promise<string[]> {
  const wide = await of.evaluate(() =>
    // The tabs of the Hub are swiped.
    [document.documentElement, ...document.querySelectorAll('body *:not(pre, [tabindex], .hub-nav ul)')]
      .filter((each) => each === document.documentElement || getComputedStyle(each).overflowX === 'auto')
      .map((each) => ({ name: each.className || each.localName, over: each.scrollWidth - each.clientWidth }))
      .filter(({ over }) => over > 0)
      .map((each) => `${each.name} is ${String(each.over)} px too wide`),
  );
  return [...(await violations(of)), ...wide].map((each) => `${name}: ${each}`);
}

/** Takes a picture, where there is Chromium to take it. */
async function picture(of: Page, name: string, isShown: boolean): Promise<void> {
  if (isChromium) keep(`${name}.webp`, await takeWebp(of, 80), isShown);
}

describe('H-12 pages of an account for everybody', () => {
  it.each([
    { screen: 'desktop', viewport: DESKTOP, light: 'light', dark: 'dark', kept: 'light' },
    { screen: 'phone', viewport: PHONE, light: 'phone', dark: 'phone-dark', kept: 'phone-dark' },
  ])(
    `have no findings of axe and no error, and fit, in light and dark: $screen${notDark}`,
    async ({ viewport, kept, ...looks }) => {
      await page.setViewportSize(viewport);
      const found: string[] = [];
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const look = looks[colorScheme];
        for (const [name, path] of Object.entries(paths)) {
          await show(path);
          found.push(...(await findings(page, `${name} ${look}`)));
          await picture(page, `${name}-${look}`, look === kept);
        }
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    480_000,
  );

  it('fit a phone of 320 px, from right to left too', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 700 });
    const wide: string[] = [];
    for (const [name, path] of Object.entries(paths)) {
      await page.goto(stack.origin + path);
      for (const dir of ['ltr', 'rtl']) {
        const over = await page.evaluate((way) => {
          document.documentElement.dir = way;
          return document.documentElement.scrollWidth - document.documentElement.clientWidth;
        }, dir);
        if (over > 0) wide.push(`${name} ${dir}: ${String(over)} px too wide`);
      }
      await picture(page, `${name}-rtl`, false);
    }
    expect(wide).toEqual([]);
  }, 120_000);

  it(`let somebody in: the form and the code, in light and dark${notDark}`, async () => {
    const fresh = await browser.newContext({ viewport: DESKTOP });
    const stranger = await fresh.newPage();
    await stranger.goto(`${stack.origin}/signin`);
    for (const name of ['signin', 'signin-code']) {
      for (const [look, colorScheme, viewport] of [
        ['light', 'light', DESKTOP],
        ['phone-dark', 'dark', PHONE],
      ] as const) {
        if (!SCHEMES.includes(colorScheme)) continue;
        await stranger.setViewportSize(viewport);
        await stranger.emulateMedia({ colorScheme });
        expect([name, look, await violations(stranger)]).toEqual([name, look, []]);
        await picture(stranger, `${name}-${look}`, true);
      }
      if (name === 'signin') {
        await stranger.getByLabel('Email').first().fill('somebody@example.com');
        await stranger.getByRole('button', { name: 'Send me a code' }).click();
        await stranger.getByLabel('Code', { exact: true }).waitFor();
      }
    }
    await fresh.close();
  });

  it('are empty with a next step, and say what is not there', async () => {
    await page.setViewportSize(DESKTOP);
    const fresh = await browser.newContext({ viewport: DESKTOP });
    const other = await fresh.newPage();
    await signInAt(other, stack, 'new@example.com', '/overview');
    for (const words of ['Put a chat on your site', 'No conversations yet. Conversations in your widgets'])
      await sees(other.locator('main'), words);
    expect(await violations(other)).toEqual([]);
    await picture(other, 'overview-empty', false);
    for (const [list, words] of [
      ['/bots', 'A bot answers in your widgets.'],
      ['/datasets', 'Knowledge is what a bot can look up.'],
      ['/skillsets', 'Abilities are what a bot can do.'],
      ['/integrations/widget', 'A widget puts a bot on your site with one line of code.'],
      ['/blueprints', 'Blueprints show how the parts work together.'],
      ['/contacts', 'No contacts yet.'],
      ['/install', 'You have no widget yet.'],
    ] as const) {
      await other.goto(stack.origin + list);
      await sees(other.locator('main'), words);
      expect([list, await violations(other)]).toEqual([list, []]);
    }
    for (const path of [paths['skillset'], paths['widget'], paths['identity'], '/bots/bot_none']) {
      const response = await other.goto(stack.origin + String(path));
      expect([path, response?.status()]).toEqual([path, 404]);
      expect(await violations(other)).toEqual([]);
    }
    // Whether it is this browser's own only a script can tell, so the page itself is there.
    await other.goto(stack.origin + String(paths['conversation']));
    await other.getByRole('heading', { name: 'This conversation cannot be opened here' }).waitFor();
    expect(await other.getByText('Where is my order?').count()).toBe(0);
    await fresh.close();
  }, 120_000);

  it('are used by keys alone: every place of the focus is seen, and Enter saves', async () => {
    await page.goto(`${stack.origin}/bots/new`);
    await page.getByLabel('Name').focus();
    await page.keyboard.type('By keys');
    const unseen: string[] = [];
    for (let count = 0; count < 40; count += 1) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return { label: 'body', isSeen: true, isSubmit: false };
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        return {
          label: element.outerHTML.slice(0, 120),
          isSeen: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
          isSubmit: element.matches('form.form [type="submit"]'),
        };
      });
      if (!at.isSeen) unseen.push(at.label);
      if (at.isSubmit) break;
    }
    expect(unseen).toEqual([]);
    await page.keyboard.press('Enter');
    await sees(page.locator('main'), 'Saved.');
    expect(await page.locator('h1').innerText()).toBe('By keys');
  });

  it('a team: made, joined from the link, entered and left by the switch, in every look', async () => {
    const [one, two] = await Promise.all([browser.newContext(), browser.newContext()]);
    const [owner, guest] = await Promise.all([one.newPage(), two.newPage()]);
    await signInAt(owner, stack, 'owner@example.com', '/team');
    await owner.getByLabel('Name').fill('Harbour Coffee');
    await owner.getByRole('button', { name: 'Create the team' }).click();
    await owner.getByRole('heading', { name: 'Harbour Coffee' }).waitFor();
    await owner.getByLabel('Email').fill('guest@example.com');
    await owner.getByRole('button', { name: 'Send the invitation' }).click();
    await sees(owner.locator('main'), 'This server sends no mail.');
    const [, link = ''] = /Mail to guest@example\.com[^]*?(\/join\/[\w-]+)/.exec(stack.output()) ?? [];
    await signInAt(guest, stack, 'guest@example.com', link);
    expect(await violations(guest)).toEqual([]);
    await guest.getByRole('button', { name: 'Join the team' }).click();
    await sees(guest.locator('main'), 'As an answerer, you can read conversations');
    expect(await guest.getByRole('navigation', { name: 'Workspace' }).getByRole('link').allInnerTexts()).toEqual([
      'Inbox',
      'Insights',
      'Contacts',
      'Team',
      'Settings',
    ]);
    const found: string[] = [];
    for (const [screen, viewport] of [
      ['desktop', DESKTOP],
      ['laptop', { width: 1366, height: 650 }],
      ['phone', PHONE],
      ['narrow', { width: 320, height: 700 }],
    ] as const) {
      await owner.setViewportSize(viewport);
      for (const colorScheme of SCHEMES) {
        await owner.emulateMedia({ colorScheme });
        await owner.goto(`${stack.origin}/team`);
        if (viewport.width < 900) await owner.getByRole('button', { name: 'Menu' }).click();
        await owner.getByText('Harbour Coffee').first().click();
        await picture(owner, `team-${screen}-${colorScheme}`, false);
        found.push(...(await findings(owner, `team-${screen}-${colorScheme}`)));
        const { y, height } = (await owner.getByRole('button', { name: 'Sign out' }).boundingBox()) ?? {
          y: 0,
          height: 0,
        };
        if (height === 0 || y + height > viewport.height) found.push(`team-${screen}: "Sign out" is out of sight`);
      }
      await owner.evaluate(() => (document.documentElement.dir = 'rtl'));
      await picture(owner, `team-${screen}-rtl`, false);
      found.push(...(await findings(owner, `team-${screen}-rtl`)));
    }
    expect(found).toEqual([]);
    await guest.getByText('Harbour Coffee').first().click();
    await guest.getByRole('button', { name: 'Your own' }).click();
    await guest.waitForURL((url) => url.pathname === '/overview');
    await Promise.all([one.close(), two.close()]);
  }, 60_000);
});
