import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { eventually } from '../chat';
import { some } from '../everything';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();
const LOG =
  "window.errors = []; addEventListener('sotto:error', ({ detail }) => errors.push(detail.code)); " +
  "window.uncaught = []; addEventListener('error', (event) => uncaught.push(event.message)); " +
  "addEventListener('unhandledrejection', (event) => uncaught.push(String(event.reason)));";
const html = (title: string): string =>
  `<!DOCTYPE html><html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>`;
const page = (status: number, title: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*', ...headers },
  body: html(title),
});
const script = (body: string, type = 'text/javascript') => ({
  status: 200,
  headers: { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' },
  body,
});

/** What a proxy answers instead of the server. */
const ANSWERS: [name: string, answer: { status: number; headers?: Record<string, string>; body?: string }][] = [
  ['502', page(502, '502 Bad Gateway')],
  ['429 with Retry-After', page(429, '429 Too Many Requests', { 'Retry-After': '3600' })],
  ['a portal that wants a sign-in', page(200, 'Sign in to the network')],
  ['403', page(403, '403 Forbidden')],
  ['204', { status: 204 }],
  ['304 to a first request', { status: 304 }],
  ['half of the file', script('export const createController = (')],
  ['code as text', script('export default {}', 'text/plain')],
];

/** Answers requests for a file in place of the server until it is mended. */
async function putBetween(file: RegExp, answer: (typeof ANSWERS)[number][1]) {
  const proxy = { asked: 0, isFaulty: true };
  await loader.page.route(file, async (route: Route) => {
    proxy.asked += 1;
    await (proxy.isFaulty ? route.fulfill(answer) : route.continue());
  });
  return proxy;
}
const uncaught = (): Promise<string[]> => loader.page.evaluate('window.uncaught');
const lines = (): string[] => {
  const seen: string[] = [];
  loader.page.on('console', (message) => {
    if (message.text().startsWith('[sotto]')) seen.push(message.text());
  });
  return seen;
};

describe('srv-04 a proxy that answers in place of the server', () => {
  it.each(some(ANSWERS, 3))(
    '%s for the settings: the chat works without them, and a line names the file',
    async (_, answer) => {
      const seen = lines();
      const proxy = await putBetween(/\/demo\/config\.mjs/, answer);
      const chat = await loader.open('', { script: LOG });
      await eventually(() => {
        expect(seen).toEqual([expect.stringMatching(/config\.mjs|SyntaxError/)]);
      });
      await chat.open();
      await loader.page.waitForTimeout(500);
      expect([proxy.asked, await uncaught()]).toEqual([2, []]);
    },
  );

  it.each(some(ANSWERS, 3))(
    '%s for the element: the button says so, and a second press opens the chat',
    async (_, answer) => {
      const seen = lines();
      const proxy = await putBetween(/\/v2\/[^/]+\/element\.mjs/, answer);
      const chat = await loader.open('data-load="click"', { script: LOG });
      await chat.launcher.click();
      await eventually(async () => {
        expect(await chat.launcher.getAttribute('title')).toBe('Chat cannot load');
      });
      await loader.page.waitForTimeout(1000);
      expect(seen).toEqual([expect.stringContaining('Chat cannot load')]);
      expect([proxy.asked, await uncaught()]).toEqual([2, []]);
      proxy.isFaulty = false;
      await chat.launcher.click();
      await chat.textBox.waitFor();
      expect(await chat.launcher.getAttribute('title')).toBe('');
    },
  );

  it.each(some(ANSWERS, 3))('%s for the frame and all later files: Try again brings the chat', async (_, answer) => {
    const proxy = await putBetween(/\/integrations\/widget\/(demo\/frame|v2\/[^/]+\/(?!element))/, answer);
    const chat = await loader.open('data-timeout="1500"', { script: LOG });
    await chat.launcher.click();
    const retry = loader.page.locator('sotto-chat').getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await retry.click();
    await loader.page.waitForTimeout(300);
    await retry.waitFor();
    expect([proxy.asked, await uncaught()]).toEqual([2, []]);
    proxy.isFaulty = false;
    await retry.click();
    await chat.textBox.waitFor();
    expect(await retry.count()).toBe(0);
  });
});
