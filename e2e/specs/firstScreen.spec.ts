import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openRawPage } from '../attack/rawPage';
import { chatOn, eventually, expectShown, hasMessages, type Chat } from '../chat';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = await useLoaderPage();

interface Held {
  readonly chat: Chat;
  readonly problems: string[];
  /** Lets the application's script through. */
  start(): void;
}

/** Holds the application's script, so that what the server has drawn stands there. */
async function holdApplication(page: Page): Promise<{ problems: string[]; start: () => void }> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', ({ message }) => problems.push(message));
  let start = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await started;
    await route.continue();
  });
  return { problems, start };
}

/** Waits until the page in the frame gets the keys. */
const hasFocus = ({ frame }: Chat): Promise<void> =>
  eventually(async () => {
    expect(await frame.locator(':root').evaluate(() => document.hasFocus())).toBe(true);
  });

async function openWithoutApplication(page = loader.page): Promise<Held> {
  const held = await holdApplication(page);
  await page.goto(`${loader.stack.origin}/demo`);
  const chat = chatOn(page);
  await chat.launcher.click();
  await chat.frame.locator('#root').waitFor({ state: 'attached' });
  await hasFocus(chat);
  return { chat, ...held };
}

const started = ({ frame }: Chat): Promise<void> =>
  eventually(async () => {
    expect(
      await frame.locator(':root').evaluate(() => performance.getEntriesByName('sotto-started').length),
    ).toBeGreaterThan(0);
  });

const boxOf = ({ textBox }: Chat) =>
  textBox.evaluate((box: HTMLTextAreaElement) => [box.value, box.selectionStart, box === document.activeElement]);

describe('FW-8 the chat that the server has drawn', () => {
  it('answers a page of its own frame that spoke before anybody listened', async () => {
    let start = (): void => undefined;
    const raw = await openRawPage(loader.browser, loader.stack.origin, loader.host, async (page) => {
      ({ start } = await holdApplication(page));
    });
    const answers = Promise.all([raw.call('sendMessage', { message: 'Too early?' }), raw.call('getMessages', {})]);
    // The page has posted both.
    await raw.inPage('0');
    start();
    const [reply, messages] = await answers;
    expect(reply).toMatchObject({ text: 'An answer.' });
    expect(messages).toMatchObject([{ text: 'Too early?' }]);
    await raw.close();
  });

  it('loses nothing that was written when it cannot start: it is loaded anew', async () => {
    let start = (): void => undefined;
    let refusals = 2;
    const raw = await openRawPage(loader.browser, loader.stack.origin, loader.host, async (page) => {
      ({ start } = await holdApplication(page));
      await page.route(/\/assets\/addressSettings-[^/]+\.js$/, (route) =>
        refusals-- > 0 ? route.abort() : route.continue(),
      );
    });
    const box = raw.frame.getByRole('textbox');
    await box.fill('Half a thought');
    start();
    await eventually(async () => {
      expect(await raw.inFrame('performance.getEntriesByName("sotto-started").length')).toBe(1);
    });
    expect([refusals, await box.inputValue()]).toEqual([-1, 'Half a thought']);
    await box.press('Enter');
    await raw.frame.getByText('An answer.').first().waitFor();
    await raw.close();
  });

  it('is taken over as it is: the same elements, nothing added, changed or taken away', async () => {
    const { chat, start, problems } = await openWithoutApplication();
    await expectShown(chat.textBox);
    const read = () =>
      chat.frame.locator('#root').evaluate((root) => {
        const page = window as Window & { sottoDrawn?: Element[] };
        const elements = [...root.querySelectorAll('*')];
        const kept = (page.sottoDrawn ??= elements).filter((element) => element.isConnected).length;
        const words = [...root.querySelectorAll('[aria-label], [placeholder], p, button')].map(
          (element) => `${element.getAttribute('aria-label') ?? ''}|${element.textContent}`,
        );
        return { count: elements.length, kept, words, html: root.innerHTML.replaceAll(/ style="[^"]*"/g, '').length };
      });
    const drawn = await read();
    expect(drawn.count).toBeGreaterThan(30);
    start();
    await started(chat);
    const { count, kept, words } = await read();
    expect({ count, kept, words }).toEqual({ count: drawn.count, kept: drawn.count, words: drawn.words });
    expect(problems).toEqual([]);
  });

  it('keeps text, caret and focus of who types, and the keys that were meant for it', async () => {
    const held = await openWithoutApplication();
    const { page } = loader;
    await expectShown(held.chat.textBox);
    await page.keyboard.type('Me againn');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Home');
    await page.keyboard.type('Is it ');
    expect(await boxOf(held.chat)).toEqual(['Is it Me again', 6, true]);
    held.start();
    await started(held.chat);
    await page.keyboard.type('really ');
    await eventually(async () => {
      expect(await boxOf(held.chat)).toEqual(['Is it really Me again', 13, true]);
    });
    expect(held.problems).toEqual([]);
  });

  it('sends what Enter was pressed for once, and keeps what was typed behind it', async () => {
    const { chat, start } = await openWithoutApplication();
    const { page } = loader;
    await expectShown(chat.textBox);
    await page.keyboard.type('Are you there?');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.keyboard.type('And now?');
    start();
    await hasMessages(chat, 2);
    await chat.answered();
    expect(await chat.messages.first().innerText()).toContain('Are you there?');
    expect(await chat.textBox.inputValue()).toBe('And now?');
  });

  it('sends by its button, which can be pressed as soon as there is text', async () => {
    const { chat, start } = await openWithoutApplication();
    const send = chat.frame.locator('.sotto-send');
    expect(await send.isDisabled()).toBe(true);
    await chat.textBox.fill('By the button');
    await send.click();
    start();
    await hasMessages(chat, 2);
    await chat.answered();
    expect(await chat.textBox.inputValue()).toBe('');
  });

  it('presses a chip once, as soon as somebody answers', async () => {
    const { chat, start } = await openWithoutApplication();
    const chip = chat.frame.locator('.sotto-chip').first();
    const words = await chip.innerText();
    await chip.click();
    await chip.click();
    expect(await chat.messages.count()).toBe(0);
    start();
    await hasMessages(chat, 2);
    expect(await chat.messages.first().innerText()).toContain(words);
  });

  it('shows no welcome to who has a conversation, and what they had then', async () => {
    const { page } = loader;
    await page.goto(`${loader.stack.origin}/demo`);
    const before = chatOn(page);
    await before.open();
    await before.ask('Remember me');
    await hasMessages(before, 2);
    await before.answered();
    const { chat, start } = await openWithoutApplication();
    await expectShown(chat.textBox);
    expect(await chat.frame.locator('.sotto-welcome').isVisible()).toBe(false);
    await page.keyboard.type('Once more');
    start();
    await hasMessages(chat, 2);
    await eventually(async () => {
      expect(await chat.messages.first().isVisible()).toBe(true);
    });
    expect(await chat.textBox.inputValue()).toBe('Once more');
  });

  it('is left to the application where the page has settings of its own; keys are kept there as well', async () => {
    const { page } = loader;
    const { problems, start } = await holdApplication(page);
    const chat = await loader.open('data-placeholder="Ask the shop"', { script: 'window.sotto = window.sotto || [];' });
    await chat.launcher.click();
    await chat.frame.locator('#root').waitFor({ state: 'attached' });
    await expectShown(page.locator('sotto-chat .skeleton'));
    expect(await chat.textBox.count()).toBe(0);
    await hasFocus(chat);
    await page.keyboard.type('Hullo');
    start();
    await eventually(async () => {
      expect(await chat.textBox.inputValue()).toBe('Hullo');
    });
    expect(await chat.textBox.getAttribute('placeholder')).toBe('Ask the shop');
    expect(problems).toEqual([]);
  });

  it('speaks the language of the visitor from its first picture on, and stays in it', async () => {
    const context = await loader.browser.newContext({ locale: 'ar', colorScheme: 'dark' });
    const page = await context.newPage();
    const held = await holdApplication(page);
    await page.goto(`${loader.stack.origin}/integrations/widget/demo/frame?lang=ar&scheme=dark`, {
      waitUntil: 'commit',
    });
    const root = page.locator('.sotto-root');
    const read = () =>
      root.evaluate((element) => [
        element.getAttribute('lang'),
        element.getAttribute('dir'),
        element.getAttribute('data-scheme'),
        element.querySelector('textarea')?.placeholder,
      ]);
    const drawn = await read();
    expect(drawn.slice(0, 3)).toEqual(['ar', 'rtl', 'dark']);
    const seen: unknown[] = [];
    await page.exposeFunction('sottoSeen', (words: string) => seen.push(words));
    await root.evaluate((element) => {
      new MutationObserver(() => {
        const box = element.querySelector('textarea');
        void (window as unknown as { sottoSeen(words?: string): void }).sottoSeen(box?.placeholder);
      }).observe(element, { subtree: true, childList: true, attributes: true });
    });
    held.start();
    await page.waitForFunction(() => performance.getEntriesByName('sotto-started').length > 0);
    expect(await read()).toEqual(drawn);
    expect(seen.filter((words) => words !== drawn[3])).toEqual([]);
    expect(held.problems).toEqual([]);
    await context.close();
  });
});

describe('FW-8 a frame that a file server sends', () => {
  it('is drawn by the application, and keeps what is typed until then', async () => {
    const { page } = loader;
    const built = await readFile(new URL('../../packages/frame/dist/index.html', import.meta.url), 'utf8');
    await page.route(/\/frame\?/, async (route) => {
      const answer = await route.fetch();
      const [integration = ''] =
        /<script type="application.json" id="sotto-integration">.*?<\/script>/.exec(await answer.text()) ?? [];
      await route.fulfill({
        contentType: 'text/html',
        headers: { 'Content-Security-Policy': answer.headers()['content-security-policy'] ?? '' },
        body: built.replace('<!--sotto-integration-->', () => integration).replaceAll('"./assets/', '"../assets/'),
      });
    });
    const { chat, start, problems } = await openWithoutApplication();
    await expectShown(page.locator('sotto-chat .skeleton'));
    await page.keyboard.type('Me againn');
    await page.keyboard.press('Backspace');
    start();
    await eventually(async () => {
      expect(await chat.textBox.inputValue()).toBe('Me again');
    });
    await page.keyboard.type('!');
    await eventually(async () => {
      expect(await chat.textBox.inputValue()).toBe('Me again!');
    });
    expect(problems).toEqual([]);
  });
});

describe('what the page knows of before', () => {
  it('is shown when it is set before the chat is opened, and while it starts', async () => {
    const chat = await loader.open('', { script: 'window.sotto = window.sotto || [];' });
    await chat.launcher.waitFor();
    await loader.page.evaluate(() => {
      const { sotto } = window as unknown as { sotto: { setMessages: (messages: unknown) => Promise<void> } };
      return sotto.setMessages([
        { type: 'user', text: 'Is it open?' },
        { type: 'bot', text: 'Until six.' },
      ]);
    });
    await chat.open();
    await hasMessages(chat, 2);
  });
});
