import type { BrowserContext, Page, Route } from 'playwright-core';
import { describe, expect } from 'vitest';
import { eventually, sees } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { signInAt } from '../signIn';
import { useStack } from '../useStack';

const ITEM = '/hub/skillsets/order-help';

const { browser, stack } = await useStack('hub');

interface Cloning {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Names of the abilities the server was asked to make, in order. */
  readonly asked: string[];
  readonly keys: (string | undefined)[];
  /** What happens to one request; undefined: it goes through. */
  meddle: ((route: Route, name: string) => Promise<void> | undefined) | undefined;
}

/** Somebody signed in, on the page of a skillset, with a hand on the wire. */
async function startCloning(email: string): Promise<Cloning> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const cloning: Cloning = { context, page, asked: [], keys: [], meddle: undefined };
  await signInAt(page, stack, email, ITEM);
  await page.route('**/ability/create', async (route) => {
    const { name } = route.request().postDataJSON() as { name: string };
    cloning.asked.push(name);
    cloning.keys.push((await route.request().headerValue('idempotency-key')) ?? undefined);
    await (cloning.meddle?.(route, name) ?? route.continue());
  });
  await page.getByRole('button', { name: 'Clone' }).click();
  return cloning;
}

const abilitiesOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.ability-name').allInnerTexts()).map((name) => name.trim());
const dialogOf = (page: Page) => page.locator('dialog.dialog');

describe('H-7 cloning a skillset in the browser', () => {
  exceptInFirefox(FIREFOX_CANNOT.body)(
    'does nothing on No, shows how far it is on Yes, and says where the copy comes from',
    async () => {
      const cloning = await startCloning('ana@builderclone.example.com');
      const { page, context } = cloning;
      await sees(dialogOf(page), 'Are you sure you want to clone this skillset?');
      await dialogOf(page).getByRole('button', { name: 'No' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });
      expect(cloning.asked).toEqual([]);

      const held: Route[] = [];
      cloning.meddle = (route) => {
        held.push(route);
        return Promise.resolve();
      };
      await page.getByRole('button', { name: 'Clone' }).click();
      await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
      await eventually(() => {
        expect(held).toHaveLength(1);
      });
      await sees(dialogOf(page), /^0 of \d+$/);
      await held[0]?.continue();
      await sees(dialogOf(page), /^1 of \d+$/);
      expect(await dialogOf(page).getByRole('progressbar').getAttribute('value')).toMatch(/^0\.\d+$/);
      cloning.meddle = undefined;
      await eventually(() => {
        expect(held).toHaveLength(2);
      });
      await held[1]?.continue();
      await page.waitForURL(/\/abilities\/skillset_/);
      expect(await abilitiesOf(page)).toEqual(cloning.asked);
      await sees(page.locator('main'), 'Cloned from Order help');
      await context.close();
    },
  );

  exceptInFirefox(FIREFOX_CANNOT.body)(
    'stops at the first failure, says where, keeps what was made, and goes on from there without doubles',
    async () => {
      const cloning = await startCloning('ben@builderclone.example.com');
      const { page, context } = cloning;
      let failures = 0;
      cloning.meddle = (route) =>
        cloning.asked.length === 2 && failures++ === 0
          ? route.fulfill({
              status: 500,
              contentType: 'application/json',
              body: '{"code":"INTERNAL_SERVER_ERROR","message":"The disk is full"}',
            })
          : undefined;
      await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
      await sees(dialogOf(page), `Cloning stopped at ability 2 of`);
      await sees(dialogOf(page), `"${cloning.asked[1] ?? ''}": The disk is full`);
      expect(cloning.asked).toHaveLength(2);
      for (const name of ['Delete the copy', 'Open the copy', 'Try again from here'])
        expect(await dialogOf(page).getByRole('button', { name }).isVisible()).toBe(true);

      await dialogOf(page).getByRole('button', { name: 'Try again from here' }).click();
      await page.waitForURL(/\/abilities\/skillset_/);
      const [first, second, again, ...rest] = cloning.asked;
      expect([second, cloning.keys[1]]).toEqual([again, cloning.keys[2]]);
      expect(await abilitiesOf(page)).toEqual([first, second, ...rest]);
      await context.close();
    },
  );

  exceptInFirefox(FIREFOX_CANNOT.body)(
    'keeps its place over a lost connection and a reload, and can delete what was made',
    async () => {
      const cloning = await startCloning('cleo@builderclone.example.com');
      const { page, context } = cloning;
      cloning.meddle = (route) => (cloning.asked.length === 2 ? route.abort('internetdisconnected') : undefined);
      await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
      await sees(dialogOf(page), 'The server could not be reached');
      await page.reload();
      await page.getByRole('button', { name: 'Clone' }).click();
      cloning.meddle = (route) => route.abort('internetdisconnected');
      await dialogOf(page).getByRole('button', { name: 'Yes' }).click();
      await sees(dialogOf(page), 'Cloning stopped at ability 2 of');
      expect(cloning.asked.slice(1).every((name) => name === cloning.asked[1])).toBe(true);
      await dialogOf(page).getByRole('button', { name: 'Delete the copy' }).click();
      await dialogOf(page).waitFor({ state: 'detached' });
      await page.goto(`${stack.origin}/skillsets`);
      await sees(page.locator('main'), 'Abilities are what a bot can do.');
      await context.close();
    },
  );
});
