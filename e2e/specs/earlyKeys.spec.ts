import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { chatOn, eventually, expectShown, hasMessages, type Chat } from '../chat';
import { useLoaderPage } from '../hostPages/loaderPage';

const loader = useLoaderPage();

interface Held {
  readonly chat: Chat;
  readonly problems: string[];
  /** Lets the frame's script through. */
  start(): void;
}

/** Opens the chat while the frame's own script is still on its way. */
async function openWithoutScript(): Promise<Held> {
  const { page } = loader;
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
  await page.goto(`${loader.stack.origin}/demo`);
  const chat = chatOn(page);
  await chat.launcher.click();
  await chat.frame.locator('#root').waitFor({ state: 'attached' });
  await expectShown(page.locator('sotto-chat .skeleton'));
  return { chat, problems, start };
}

/** Types as soon as the frame's page is there, and on while the chat starts. */
async function typeEarly({ chat, start }: Held): Promise<void> {
  const { page } = loader;
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
}

describe('FW-8 what is typed before the chat has started', () => {
  it('is in the text box when it comes', async () => {
    const held = await openWithoutScript();
    await typeEarly(held);
    expect(held.problems).toEqual([]);
  });

  it('is sent, once, where Enter came after it', async () => {
    const { chat, start } = await openWithoutScript();
    const { page } = loader;
    await page.keyboard.type('Are you there?');
    await page.keyboard.press('Enter');
    start();
    await hasMessages(chat, 2);
    await chat.answered();
    expect(await chat.messages.first().innerText()).toContain('Are you there?');
    expect(await chat.textBox.inputValue()).toBe('');
  });

  it('is in the text box of a page that a file server sends', async () => {
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
    const held = await openWithoutScript();
    await typeEarly(held);
    expect(held.problems).toEqual([]);
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
