import type { ConsoleMessage, Page } from 'playwright-core';

/**
 * What Firefox says itself: what was stopped, by a policy, because it is of another origin or of another type. Its
 * driver gives it as an exception of the page.
 */
const SAID_BY_FIREFOX = new RegExp(
  [
    String.raw`^The page’s settings blocked`,
    String.raw`^Content at \S+ may not load`,
    String.raw`^The Same Origin Policy disallows`,
    String.raw`^Loading module from`,
    String.raw`^None of the .* hashes in the integrity attribute`,
  ].join('|'),
);

/**
 * Hears every exception of a page, and nothing that the browser says itself; and where it was thrown, for the report.
 */
export function onException(page: Page, onError: (message: string, stack: string) => void): void {
  page.on('pageerror', ({ message, stack = message }) => {
    if (!SAID_BY_FIREFOX.test(message)) onError(message, stack);
  });
}

/** Hears what the browser says in the console of a page, wherever its driver puts it. */
export function onConsole(page: Page, onError: (message: string) => void): void {
  page.on('console', (message) => {
    onError(message.text());
  });
  page.on('pageerror', ({ message }) => {
    if (SAID_BY_FIREFOX.test(message)) onError(message);
  });
}

/**
 * A message of the console with the line that wrote it: Firefox's driver gives an error that is written there as
 * `Error`, without its words.
 */
export function withPlace(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `${message.text()} (${url}:${String(lineNumber)})`;
}
