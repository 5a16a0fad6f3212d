import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeAll(async () => {
  stack.model.script = ['**Bold** words.'];
});
beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
});

/** Opens a page whose widget has these attributes, and asks something. */
async function openChat(attributes: string): Promise<Chat> {
  host.pages.set('/', { html: plainPage(scriptTag(stack.origin, `data-widget="demo" ${attributes}`)) });
  await page.goto(host.origin);
  const chat = chatOn(page);
  await chat.open();
  await chat.ask('Hello');
  await sees(chat.messages.last(), 'words.');
  return chat;
}

describe('W-24 copy', () => {
  it('FW-20 puts the answer on the clipboard, as it was written and as it is drawn, and shows a tick for two seconds', async () => {
    await page.addInitScript(() => {
      const copied: string[] = [];
      Object.assign(window, { copied });
      Object.defineProperty(navigator, 'clipboard', {
        value: {
          write: async ([item]: ClipboardItem[]) => {
            for (const type of item?.types ?? []) copied.push(`${type} ${await (await item?.getType(type))?.text()}`);
          },
        },
      });
    });
    const chat = await openChat('');
    await chat.frame.getByRole('button', { name: 'Copy' }).click();
    const tick = chat.frame.getByRole('button', { name: 'Copied' });
    await tick.waitFor();
    const begun = Date.now();
    await tick.waitFor({ state: 'detached' });
    expect(Date.now() - begun).toBeGreaterThan(1_000);
    expect(await chat.frame.locator('body').evaluate(() => (window as unknown as { copied: string[] }).copied)).toEqual(
      ['text/plain **Bold** words.', expect.stringMatching(/^text\/html .*<strong>Bold<\/strong> words\./)],
    );
  });
});

describe('W-24 W-27 read aloud', () => {
  it('uses the voice of the browser where the server has none, and shows a tick when it speaks', async () => {
    await page.addInitScript(() => {
      const spoken: string[] = [];
      class Utterance extends EventTarget {
        onstart: (() => void) | null = null;
        onend: (() => void) | null = null;
        onerror: (() => void) | null = null;
        readonly text: string;
        constructor(text: string) {
          super();
          this.text = text;
        }
      }
      const speechSynthesis = {
        speak: (utterance: Utterance) => {
          spoken.push(utterance.text);
          setTimeout(() => utterance.onstart?.(), 10);
        },
        cancel: () => {
          spoken.push('silence');
        },
      };
      for (const [name, value] of Object.entries({ spoken, SpeechSynthesisUtterance: Utterance, speechSynthesis }))
        Object.defineProperty(window, name, { value });
    });
    await page.route('**/synthesize', (route) =>
      route.fulfill({ status: 501, json: { message: 'Not implemented', code: 'NOT_IMPLEMENTED' } }),
    );
    const chat = await openChat('data-voice-out');
    const speak = chat.frame.getByRole('button', { name: 'Read aloud' });
    await speak.click();
    const stop = chat.frame.getByRole('button', { name: 'Stop reading' });
    await stop.waitFor();
    await stop.click();
    await speak.waitFor();
    expect(await chat.frame.locator('body').evaluate(() => (window as unknown as { spoken: string[] }).spoken)).toEqual(
      ['Bold words.', 'silence'],
    );
  });
});

describe('W-24 votes', () => {
  it('go to the server, and the buttons are quiet for two seconds', async () => {
    const votes: string[] = [];
    page.on('request', (request) => {
      const vote = /\/(up|down)vote$/.exec(new URL(request.url()).pathname)?.[1];
      if (vote !== undefined && request.method() === 'POST') votes.push(vote);
    });
    const chat = await openChat('data-tools');
    const up = chat.frame.getByRole('button', { name: 'Good answer' });
    const down = chat.frame.getByRole('button', { name: 'Bad answer' });
    await up.click();
    await eventually(async () => {
      expect(await up.getAttribute('aria-pressed')).toBe('true');
      expect([await up.isDisabled(), await down.isDisabled()]).toEqual([true, true]);
    });
    // The click waits until the button can be clicked again.
    const begun = Date.now();
    await down.click();
    expect(Date.now() - begun).toBeGreaterThan(1_000);
    await eventually(async () => {
      expect(await down.getAttribute('aria-pressed')).toBe('true');
      expect(await up.getAttribute('aria-pressed')).toBe('false');
      expect(votes).toEqual(['up', 'down']);
    });
  });
});
