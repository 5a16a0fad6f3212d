import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { frameOf, violations } from '../axe';
import { chatOn, type Chat } from '../chat';
import { launchChromium } from '../engines/chromium';
import { startHostServer, type HostServer } from '../hostPages/hostServer';
import { startStack, type Stack } from '../startStack';
import { fileOf, looksOf, PLACES, SCHEMES, SCREENS, type Direction, type Look } from './combinations';
import { scriptFor } from './conversations';
import { galleryPage } from './hostPage';
import { indexPage, stateToPicture, toPicture } from './indexPage';
import { paintPicture } from './paintPicture';
import { STATES } from './states';

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
  writeFileSync(`${OUTPUT}index.html`, indexPage([...PLACES.flatMap(looksOf).map(toPicture), ...STATES.flatMap((state) => SCHEMES.map((scheme) => stateToPicture(state, scheme)))]));
  if (WITH_AXE) writeFileSync(`${OUTPUT}axe.txt`, findings.join('\n'));
  stack.model.release();
  await Promise.all([browser.close(), stack.close(), host.close()]);
});

/** Calls a method of the widget, as the page would. */
async function call(page: Page, method: string, value: unknown): Promise<void> {
  await page.evaluate(([name, given]) => (window.sotto as Record<string, (given: unknown) => unknown>)[name]?.(given), [method, value] as const);
}

/** Puts the whole conversation on the screen and leaves the last answer unfinished. */
async function fill(chat: Chat, direction: Direction): Promise<void> {
  const script = scriptFor(direction, picture);
  await call(chat.page, 'setLanguage', script.language);
  await call(chat.page, 'stop', undefined);
  await call(chat.page, 'setMessages', script.messages);
  await chat.frame.locator('.katex').first().waitFor({ state: 'attached' });
  await chat.frame.locator('.sotto-diagram img').first().waitFor({ state: 'attached' });
  stack.model.script = [script.growing, 'hold'];
  // Not waited for: its answer never ends.
  await chat.page.evaluate((message) => void (window.sotto as { sendMessage(said: object): unknown }).sendMessage({ message }), script.question);
  await chat.frame.getByText(script.growing.slice(0, 10)).last().waitFor();
}

/** Until the frame has heard of the change and has painted it. */
async function settle(chat: Chat, { theme, scheme }: Look): Promise<void> {
  const drawn = theme === 'light' || theme === 'dark' ? theme : scheme;
  await chat.frame.locator(`.sotto-root[data-scheme="${drawn}"][data-messages="${theme === 'stack' ? 'stack' : 'bubble'}"]`).waitFor();
  await frameOf(chat.page).evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => { setTimeout(resolve, 60); }); }));
}

describe.concurrent('the gallery', () => {
  it.for(PLACES)('$layout on $screen', async (place, { expect }) => {
    const viewport = SCREENS[place.screen];
    const isPhone = place.screen === 'phone';
    const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const path = `/${place.layout}-${place.screen}`;
    host.pages.set(path, { html: galleryPage(stack.origin, place.layout, place.screen) });
    await page.goto(host.origin + path);
    const chat = chatOn(page);
    if (['popover', 'popout', 'slideover'].includes(place.layout)) await chat.launcher.click();
    await chat.textBox.waitFor();
    let filled: Direction | undefined;
    const found: string[] = [];
    for (const look of looksOf(place)) {
      if (look.direction !== filled) await fill(chat, look.direction);
      filled = look.direction;
      await call(page, 'update', { theme: { name: look.theme } });
      await page.emulateMedia({ colorScheme: look.scheme });
      await settle(chat, look);
      await page.screenshot({ path: OUTPUT + fileOf(look), type: 'jpeg', quality: 82 });
      if (WITH_AXE) found.push(...(await violations(frameOf(page))).map((finding) => `${fileOf(look)}: ${finding}`));
    }
    findings.push(...found);
    await context.close();
    expect(found).toEqual([]);
  });
});

describe('states', () => {
  it.for(STATES.flatMap((state) => SCHEMES.map((scheme) => ({ ...state, scheme }))))('$name, $scheme', async (state, { expect }) => {
    const { layout = 'popover', screen = 'desktop', attributes = '', isOpen = true, scheme, media = {} } = state;
    const isPhone = screen === 'phone';
    const context = await browser.newContext({ viewport: SCREENS[screen], isMobile: isPhone, hasTouch: isPhone, colorScheme: scheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    host.pages.set('/state', { html: galleryPage(stack.origin, layout, screen, attributes) });
    host.pages.set('/terms', { html: '<!doctype html><title>Terms</title><h1>Terms</h1><p>Be kind.</p>' });
    stack.model.status = undefined;
    await page.goto(`${host.origin}/state`);
    const chat = chatOn(page);
    if (isOpen && layout !== 'fullscreen') await chat.launcher.click();
    if (isOpen && !attributes.includes('start-first')) await chat.textBox.waitFor();
    await state.reach?.({ page, chat, stack, picture });
    await page.emulateMedia(media);
    await page.waitForTimeout(300);
    const shown = stateToPicture(state, scheme);
    await page.screenshot({ path: OUTPUT + shown.file, type: 'jpeg', quality: 82 });
    // A closed chat shows the page: what is in its hidden frame is for nobody.
    const seen = (await page.locator('sotto-chat iframe').first().isVisible()) ? frameOf(page) : page;
    const found = WITH_AXE && state.name !== 'print' ? (await violations(seen, { hasForcedColours: media.forcedColors === 'active' })).map((finding) => `${shown.file}: ${finding}`) : [];
    findings.push(...found);
    stack.model.release();
    await context.close();
    expect(found).toEqual([]);
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
