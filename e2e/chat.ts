import { expect } from 'vitest';
import type { FrameLocator, Locator, Page } from 'playwright-core';

/** What a person sees and does of one widget on a page. */
export interface Chat {
  readonly page: Page;
  readonly launcher: Locator;
  readonly frame: FrameLocator;
  readonly textBox: Locator;
  /** The messages that can be seen, oldest first. */
  readonly messages: Locator;
  /** Opens by a click on the launcher and waits until it is ready. */
  open(): Promise<void>;
  /** Waits until the application has taken over what the server has drawn; a frame that cannot start never has. */
  ready(): Promise<void>;
  /** Types, and presses Enter as soon as nothing is being answered: until then Enter sends nothing [W-7]. */
  ask(text: string): Promise<void>;
  /** Sends what stands in the text box: with Enter, on a touch screen with the button. */
  send(): Promise<void>;
  /** Waits until the reply has come to its end; its last words are seen a moment before. */
  answered(): Promise<void>;
}

/** The first widget of a page, or the one in `selector`. */
export function chatOn(page: Page, selector = 'sotto-chat'): Chat {
  const element = page.locator(selector).first();
  const launcher = element.locator('button[part~="launcher"]');
  const frame = element.locator('iframe').contentFrame();
  const textBox = frame.getByRole('textbox');
  const fill = textBox.fill.bind(textBox);
  textBox.fill = (text, options) => fillBox(textBox, text, () => fill(text, options));
  const answered = async (): Promise<void> => frame.locator('.sotto-send[data-stops]').waitFor({ state: 'detached' });
  async function send(): Promise<void> {
    const box = frame.locator('.sotto-composer textarea').last();
    if ((await box.getAttribute('enterkeyhint')) === 'send') await box.press('Enter');
    else await frame.locator('.sotto-send').last().click();
  }
  async function ready(): Promise<void> {
    await expectShown(textBox);
    const isReady = (): Promise<unknown> => element.evaluate((one) => (one as { isReady?: unknown }).isReady);
    for (let look = 0; look < 200 && (await isReady()) === false; look += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    page,
    launcher,
    frame,
    textBox,
    messages: frame.locator('article.sotto-message'),
    ready,
    async open() {
      await launcher.click();
      await ready();
    },
    async ask(text) {
      await textBox.fill(text);
      await answered();
      await send();
    },
    send,
    answered,
  };
}

/**
 * Fills a text box, again when nothing is in it afterwards: the driver gives the text to whatever has the focus, which
 * the page's script moves as soon as the chat is open.
 */
export async function fillBox(box: Locator, text: string, fill = () => box.fill(text)): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await fill();
    if (text === '' || (await box.inputValue()) !== '') return;
  }
}

/** Waits until a check holds: for things that no locator can wait for. */
export async function eventually(check: () => void | Promise<void>, withinMs = 30_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Waits until something can be seen, and fails when that does not happen: an assertion, as `expect` counts them. */
export async function expectShown(locator: Locator, options: { timeout?: number } = {}): Promise<void> {
  await expect(locator.waitFor(options)).resolves.toBeUndefined();
}

/** Waits until some text can be seen. */
export async function sees(locator: Locator, text: string | RegExp): Promise<void> {
  await expectShown(locator.getByText(text).first());
}

/** How often a text occurs among the messages. */
export async function occurrences(chat: Chat, text: string): Promise<number> {
  const all = await chat.messages.allInnerTexts();
  return all.join('\n').split(text).length - 1;
}

/** Waits for a number of messages and says which ones there were when it fails. */
export async function hasMessages(chat: Chat, count: number): Promise<void> {
  await eventually(async () => {
    expect(await chat.messages.allInnerTexts()).toHaveLength(count);
  });
}
