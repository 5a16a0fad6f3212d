import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sees } from '../chat';
import { signInAt } from '../signIn';
import { useBrowser, useOwnStack } from '../useStack';

const browser = await useBrowser();
// Mails are limited by the address they are asked for from: other specs sign in from the same one.
const stack = await useOwnStack();
/** The server at the name that passkeys are bound to: an address of numbers has none. */
const named = { ...stack, origin: stack.origin.replace('127.0.0.1', 'localhost') };

/** A browser with a fingerprint reader that agrees to everything. */
async function openWithAuthenticator(): Promise<{
  context: BrowserContext;
  page: Page;
  session: CDPSession;
  authenticatorId: string;
}> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, session, authenticatorId };
}

async function signOut(page: Page): Promise<void> {
  await page.goto(`${named.origin}/signout`);
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
}

describe('H-12 passkeys', () => {
  it('A714 one is added, signs in, is the second factor, and is removed', async () => {
    const { context, page, session, authenticatorId } = await openWithAuthenticator();
    await signInAt(page, named, 'ana@passkeys.example.com', '/account');
    await page.getByText('Add a passkey').click();
    await page.getByLabel('Name of the passkey').fill('work laptop');
    await page.getByRole('button', { name: 'Add the passkey' }).click();
    await sees(page.locator('#passkeys li'), 'work laptop');
    await sees(page.locator('#passkeys li'), 'never used');

    await page.getByRole('button', { name: 'Turn on with a passkey' }).click();
    await sees(page.locator('#factor'), '10 recovery codes are left.');

    // Offered in the field, where this authenticator agrees at once; and in a browser that has only the button.
    await signOut(page);
    await page.goto(`${named.origin}/signin?callbackUrl=/usage`);
    await page.waitForURL((url) => url.pathname === '/usage');
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
    await signOut(page);
    await page.goto(`${named.origin}/signin?callbackUrl=/usage`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.pathname === '/usage');

    await signOut(page);
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: false });
    await signInByCode(page);
    await sees(page.locator('main'), 'Use your passkey');
    await session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: true });
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.waitForURL((url) => url.pathname === '/overview');

    await page.goto(`${named.origin}/account`);
    await sees(page.locator('#passkeys li'), 'last used just now');
    await page.getByText('Turn it off').click();
    await page.getByRole('button', { name: 'Turn off with a passkey' }).click();
    await page.getByRole('button', { name: 'Turn on with a passkey' }).waitFor();
    await page.getByText('Remove this passkey').click();
    await page.getByRole('button', { name: 'Yes, remove it' }).click();
    await page.locator('#passkeys li').waitFor({ state: 'detached' });
    await context.close();
  });

  it('a browser without passkeys says so, and has the other ways', async () => {
    const context = await browser.newContext();
    await context.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    });
    const page = await context.newPage();
    await page.goto(`${named.origin}/signin`);
    await sees(page.locator('main'), 'To sign in with a passkey, you need a browser that supports them');
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await page.goto(`${stack.origin}/signin`);
    expect(await page.locator('main').textContent()).not.toContain('passkey');
    await context.close();
  });
});

/** Up to the second factor. */
async function signInByCode(page: Page): Promise<void> {
  await page.goto(`${named.origin}/signin`);
  await page.getByLabel('Email').first().fill('ana@passkeys.example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  const [, code = ''] =
    [...stack.output().matchAll(/Mail to ana@passkeys\.example\.com[^]*?Your code is (\d{6})/g)].at(-1) ?? [];
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
