import type { Page } from 'playwright-core';
import type { Stack } from './startStack';

/** Addresses of a workspace that lead to others. */
const NAMES = [
  [/^\/datasets(?=\/|$)/, '/knowledge'],
  [/^\/skillsets(?=\/|$)/, '/abilities'],
  [/^\/account(?=\/|$)/, '/settings'],
] as const;

/** Signs somebody in by the code that a server without mail writes into its log. The page shows the form already. */
export async function fillSignIn(page: Page, stack: Stack, email: string): Promise<void> {
  await page.getByLabel('Email').first().fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  const [, code = ''] =
    [...stack.output().matchAll(new RegExp(`Mail to ${email}[^]*?Your code is (\\d{6})`, 'g'))].at(-1) ?? [];
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs somebody in from the sign-in page, and waits where they wanted to go. */
export async function signInAt(page: Page, stack: Stack, email: string, callbackUrl = '/overview'): Promise<void> {
  await signInFrom(page, stack, `${stack.origin}/signin`, email, callbackUrl);
}

/** Signs somebody in by the link that a server without an operator prints at its start: they become its operator. */
export async function signInAsOperator(page: Page, stack: Stack, email: string): Promise<void> {
  const [, link = ''] = /Open (\S+) and sign in to become it/.exec(stack.output()) ?? [];
  await signInFrom(page, stack, link, email, '/overview');
}

async function signInFrom(
  page: Page,
  stack: Stack,
  address: string,
  email: string,
  callbackUrl: string,
): Promise<void> {
  const url = new URL(address);
  url.searchParams.set('callbackUrl', callbackUrl);
  await page.goto(url.href);
  await fillSignIn(page, stack, email);
  const { pathname } = new URL(callbackUrl, stack.origin);
  const named = NAMES.reduce((at, [old, name]) => at.replace(old, name), pathname);
  await page.waitForURL((url) => url.pathname === named);
}

/** Makes or changes a thing as whoever is signed in on this page of the server. @param path - below `/v1/` */
export function postAs(
  page: Page,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ id: string; secret?: string; token?: string }> {
  return page.evaluate(
    async ([address, data, more]) =>
      (
        await fetch(address, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...more },
          body: JSON.stringify(data),
        })
      ).json() as Promise<{ id: string }>,
    [`/v1/${path}`, body, headers] as const,
  );
}
