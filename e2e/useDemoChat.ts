import type { Browser, BrowserContext } from 'playwright-core';
import { afterEach, beforeEach } from 'vitest';
import { chatOn, type Chat } from './chat';

/** Longer than the server and the browser take to notice that something has stopped answering, in milliseconds. */
export const PATIENCE_MS = 45_000;

/** Opens the chat of the page `/demo` of an origin, for each test in a browser context of its own. */
export function useDemoChat(browser: Browser): (origin: string) => Promise<Chat> {
  let context: BrowserContext;
  beforeEach(async () => {
    context = await browser.newContext();
  });
  afterEach(() => context.close());
  return async (origin) => {
    const chat = chatOn(await context.newPage());
    await chat.page.goto(`${origin}/demo`);
    await chat.open();
    return chat;
  };
}
