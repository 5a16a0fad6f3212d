import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
let context: BrowserContext;

beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(async () => {
  stack.model.release();
  stack.model.status = undefined;
  await context.close();
});

async function openChat(page?: Page): Promise<Chat> {
  const chat = chatOn(page ?? (await context.newPage()));
  await chat.page.goto(`${stack.origin}/demo`);
  await chat.open();
  return chat;
}

const button = (chat: Chat, name: string) => chat.frame.getByRole('button', { name, exact: true });

/** Asks, and waits until the answer stands there. */
async function ask(chat: Chat, text: string, answer: string): Promise<void> {
  stack.model.script = [answer];
  await chat.ask(text);
  await sees(chat.messages.last(), answer);
  await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

/** What the messages say, without names, times and buttons. */
async function reads(chat: Chat, texts: readonly string[]): Promise<void> {
  await eventually(async () => {
    // WebKit ends the text of a last paragraph with a new line, other engines do not.
    expect(
      (await chat.frame.locator('.sotto-message .sotto-bubble').allInnerTexts()).map((text) => text.trim()),
    ).toEqual(texts);
  });
}

describe('W-24 another answer', () => {
  it('takes the place of the first, can be switched, and stays so over a reload and in both tabs', async () => {
    const first = await openChat();
    await ask(first, 'A name for a cat?', 'Call it Tom.');
    const second = await openChat();
    await hasMessages(second, 2);
    await first.page.bringToFront();
    stack.model.script = ['Call it Felix.'];
    await button(first, 'Regenerate').click();
    await reads(first, ['A name for a cat?', 'Call it Felix.']);
    expect(stack.model.prompts.at(-1)).not.toContain('Tom');
    for (const chat of [first, second]) {
      await chat.frame.getByRole('group', { name: 'Answer 2 of 2' }).waitFor();
      await reads(chat, ['A name for a cat?', 'Call it Felix.']);
    }
    await button(first, 'Previous').press('Enter');
    await reads(first, ['A name for a cat?', 'Call it Tom.']);
    await reads(second, ['A name for a cat?', 'Call it Tom.']);
    expect(await button(first, 'Previous').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await ask(first, 'Why?', 'It is short.');
    expect(stack.model.prompts.at(-1)).toContain('Tom');
    expect(stack.model.prompts.at(-1)).not.toContain('Felix');
    await first.page.reload();
    await first.open();
    await reads(first, ['A name for a cat?', 'Call it Tom.', 'Why?', 'It is short.']);
    await button(first, 'Next').click();
    await reads(first, ['A name for a cat?', 'Call it Felix.']);
  });

  it('leaves the first in its place when it fails or is stopped, and can be tried again', async () => {
    const chat = await openChat();
    await ask(chat, 'Hello', 'The first answer.');
    stack.model.status = 500;
    await button(chat, 'Regenerate').click();
    const retry = button(chat, 'Try again');
    await retry.waitFor();
    await reads(chat, ['Hello', 'The first answer.']);
    stack.model.status = undefined;
    stack.model.script = ['hold'];
    await retry.click();
    await button(chat, 'Stop').click();
    await button(chat, 'Send').waitFor();
    await reads(chat, ['Hello', 'The first answer.']);
    stack.model.script = ['Half of ', 'hold', 'another answer.'];
    await button(chat, 'Regenerate').click();
    await sees(chat.messages.last(), 'Half of');
    await chat.page.reload();
    await chat.open();
    await reads(chat, ['Hello', 'Half of']);
    await button(chat, 'Stop').click();
    await chat.frame.getByRole('group', { name: 'Answer 2 of 2' }).waitFor();
    await reads(chat, ['Hello', 'Half of']);
  });
});

describe('W-24 a message said otherwise', () => {
  it('cuts what followed, also for the model, and the old branch can be chosen again', async () => {
    const chat = await openChat();
    await ask(chat, 'I like tea', 'Tea is fine.');
    await ask(chat, 'Green tea', 'Very good.');
    await chat.messages.first().hover();
    await button(chat, 'Edit').first().click();
    const editor = chat.frame.getByRole('textbox', { name: 'Edit' });
    expect(await editor.inputValue()).toBe('I like tea');
    await editor.fill('I like coffee');
    stack.model.script = ['Coffee is fine.'];
    await editor.press('Enter');
    await reads(chat, ['I like coffee', 'Coffee is fine.']);
    expect(stack.model.prompts.at(-1)).not.toContain('tea');
    await chat.frame.getByRole('group', { name: '2 of 2' }).waitFor();
    await chat.page.reload();
    await chat.open();
    await reads(chat, ['I like coffee', 'Coffee is fine.']);
    await button(chat, 'Previous').click();
    await reads(chat, ['I like tea', 'Tea is fine.', 'Green tea', 'Very good.']);
  });

  it('is left as it was with Escape, which closes nothing else and gives the focus back', async () => {
    const chat = await openChat();
    await ask(chat, 'Hello', 'An answer.');
    await chat.messages.first().hover();
    await button(chat, 'Edit').click();
    const editor = chat.frame.getByRole('textbox', { name: 'Edit' });
    await editor.fill('Something else');
    await editor.press('Escape');
    await reads(chat, ['Hello', 'An answer.']);
    await eventually(async () => {
      expect(await button(chat, 'Edit').evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
        true,
      );
    });
  });

  it('keeps the new text when it cannot be sent', async () => {
    const chat = await openChat();
    await ask(chat, 'Hello', 'An answer.');
    await chat.messages.first().hover();
    await button(chat, 'Edit').click();
    const editor = chat.frame.getByRole('textbox', { name: 'Edit' });
    await editor.fill('Hello again');
    await context.setOffline(true);
    await editor.press('Enter');
    await reads(chat, ['Hello again']);
    await sees(chat.messages.last(), 'Waiting for a connection');
    stack.model.script = ['Another answer.'];
    await context.setOffline(false);
    await reads(chat, ['Hello again', 'Another answer.']);
  });
});
