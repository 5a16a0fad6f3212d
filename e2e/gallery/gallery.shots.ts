import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { frameOf, violations } from '../axe';
import { chatOn, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';
import { DIRECTIONS, fileOf, looksOf, PLACES, SCHEMES, SCREENS, type Direction, type Look } from './combinations';
import { scriptFor } from './conversations';
import { galleryPage } from './hostPage';
import { indexPage, stateToPicture, toPicture } from './indexPage';
import { paintPicture } from './paintPicture';
import { STATES } from './states';
import { within } from './within';

const OUTPUT = fileURLToPath(new URL('../output/gallery/', import.meta.url));
const WITH_AXE = process.env['SOTTO_GALLERY_AXE'] === '1';

let browser: Browser;
let stack: Stack;
let host: HostServer;
let picture: string;
const findings: string[] = [];

beforeAll(async () => {
  mkdirSync(OUTPUT, { recursive: true });
  [browser, stack, host] = await Promise.all([launchChromium(), startStack(), startHostServer()]);
  picture = await paintPicture(browser);
});
afterAll(async () => {
  writeFileSync(
    `${OUTPUT}index.html`,
    indexPage([
      ...PLACES.flatMap(looksOf).map(toPicture),
      ...STATES.flatMap((state) => SCHEMES.map((scheme) => stateToPicture(state, scheme))),
    ]),
  );
  if (WITH_AXE) writeFileSync(`${OUTPUT}axe.txt`, findings.join('\n'));
  stack.model.release();
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

/** Calls a method of the widget, as the page would. */
async function call(page: Page, method: string, value: unknown): Promise<void> {
  await within(
    method,
    page.evaluate(([name, given]) => (window.sotto as Record<string, (given: unknown) => unknown>)[name]?.(given), [
      method,
      value,
    ] as const),
  );
}

/**
 * A page of a person of its own, which is closed whatever happens: one that stays open goes on with its answer and its
 * frames.
 */
async function onPage(options: BrowserContextOptions, visit: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  try {
    await visit(await context.newPage());
  } finally {
    await within('closing the page', context.close());
  }
}

/** What axe finds, each with the picture it stands in; nothing when it was not asked for. */
async function examine(
  file: string,
  seen: Parameters<typeof violations>[0],
  hasForcedColours = false,
): Promise<string[]> {
  if (!WITH_AXE) return [];
  const found = (await within('axe', violations(seen, { hasForcedColours }))).map((finding) => `${file}: ${finding}`);
  findings.push(...found);
  return found;
}

/** Puts the whole conversation on the screen and leaves the last answer unfinished. */
async function fill(chat: Chat, direction: Direction): Promise<void> {
  const script = scriptFor(direction, picture);
  await call(chat.page, 'setLanguage', script.language);
  await call(chat.page, 'stop', undefined);
  await call(chat.page, 'setMessages', script.messages);
  await chat.frame.locator('.katex').first().waitFor({ state: 'attached' });
  await chat.frame.locator('.sotto-diagram-image').first().waitFor({ state: 'attached' });
  // Not waited for: its answer never ends.
  await chat.page.evaluate(
    (message) => void (window.sotto as { sendMessage(said: object): unknown }).sendMessage({ message }),
    script.question,
  );
  await chat.frame.getByText(script.growing.slice(0, 10)).last().waitFor();
}

/** Until the frame has heard of the change and has painted it. */
async function settle(chat: Chat, { theme, scheme }: Look): Promise<void> {
  const drawn = theme === 'light' || theme === 'dark' ? theme : scheme;
  await chat.frame
    .locator(`.sotto-root[data-scheme="${drawn}"][data-messages="${theme === 'stack' ? 'stack' : 'bubble'}"]`)
    .waitFor();
  // A diagram keeps its picture until it has been drawn in the new colours.
  await chat.frame.locator('.sotto-root:not(:has(.sotto-diagram[aria-busy]))').waitFor();
  await within(
    'painting',
    frameOf(chat.page).evaluate(
      () =>
        new Promise((resolve) => {
          requestAnimationFrame(() => {
            setTimeout(resolve, 60);
          });
        }),
    ),
  );
}

describe.concurrent('the gallery', () => {
  // By the question: two pages ask at once, and one would get the answer of the other.
  beforeAll(() => {
    stack.model.answer = (question) => [
      DIRECTIONS.map((direction) => scriptFor(direction, picture)).find((script) => question.includes(script.question))
        ?.growing ?? '',
      'hold',
    ];
  });
  afterAll(() => {
    stack.model.answer = undefined;
  });

  it.for(PLACES)('$layout on $screen', async (place, { expect }) => {
    const viewport = SCREENS[place.screen];
    const isPhone = place.screen === 'phone';
    const path = `/${place.layout}-${place.screen}`;
    host.pages.set(path, { html: galleryPage(stack.origin, place.layout, place.screen) });
    const found: string[] = [];
    await onPage({ viewport, isMobile: isPhone, hasTouch: isPhone }, async (page) => {
      await page.goto(host.origin + path);
      const chat = chatOn(page);
      if (['popover', 'popout', 'slideover'].includes(place.layout)) await chat.launcher.click();
      await chat.textBox.waitFor();
      let filled: Direction | undefined;
      for (const look of looksOf(place)) {
        if (look.direction !== filled) await fill(chat, look.direction);
        filled = look.direction;
        await call(page, 'update', { theme: { name: look.theme } });
        await page.emulateMedia({ colorScheme: look.scheme });
        await settle(chat, look);
        await page.screenshot({ path: OUTPUT + fileOf(look), type: 'jpeg', quality: 82 });
        found.push(...(await examine(fileOf(look), frameOf(page))));
      }
    });
    expect(found).toEqual([]);
  });
});

describe('states', () => {
  it.for(STATES.flatMap((state) => SCHEMES.map((scheme) => ({ ...state, scheme }))))(
    '$name, $scheme',
    async (state, { expect }) => {
      const {
        name,
        layout = 'popover',
        screen = 'desktop',
        attributes = '',
        isOpen = true,
        scheme,
        media = {},
      } = state;
      const isPhone = screen === 'phone';
      host.pages.set('/state', { html: galleryPage(stack.origin, layout, screen, attributes) });
      host.pages.set('/terms', { html: '<!doctype html><title>Terms</title><h1>Terms</h1><p>Be kind.</p>' });
      stack.model.status = undefined;
      const { file } = stateToPicture(state, scheme);
      let found: string[] = [];
      await onPage(
        { viewport: SCREENS[screen], isMobile: isPhone, hasTouch: isPhone, colorScheme: scheme },
        async (page) => {
          await page.goto(`${host.origin}/state`);
          const chat = chatOn(page);
          if (isOpen && layout !== 'fullscreen') await chat.launcher.click();
          if (isOpen && !attributes.includes('start-first')) await chat.textBox.waitFor();
          if (state.reach) await within(name, state.reach({ page, chat, stack, picture }));
          await page.emulateMedia(media);
          await page.waitForTimeout(300);
          await page.screenshot({ path: OUTPUT + file, type: 'jpeg', quality: 82 });
          // A closed chat shows the page: what is in its hidden frame is for nobody.
          const seen = (await page.locator('sotto-chat iframe').first().isVisible()) ? frameOf(page) : page;
          if (media.media !== 'print') found = await examine(file, seen, media.forcedColors === 'active');
        },
      ).finally(() => {
        stack.model.release();
      });
      expect(found).toEqual([]);
    },
  );
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
