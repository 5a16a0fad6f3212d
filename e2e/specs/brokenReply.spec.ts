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
  await context.close();
});

async function openChat(page?: Page): Promise<Chat> {
  const chat = chatOn(page ?? (await context.newPage()));
  await chat.page.goto(`${stack.origin}/demo`);
  await chat.open();
  return chat;
}

const BROKEN = 'The assistant is busy right now. Please try again in a moment.';
const retryOf = (chat: Chat) => chat.frame.getByRole('button', { name: 'Try again' });
const countQuestions = (question: string): number =>
  stack.model.questions.filter((each) => each.includes(question)).length;

/** A question whose reply breaks off after these words. */
async function breakOff(chat: Chat, question: string, ...words: string[]): Promise<void> {
  stack.model.script = [...words, { error: 'overloaded' }];
  await chat.ask(question);
  await sees(chat.frame.locator('.sotto-messages'), BROKEN);
}

describe('FW-1 the model breaks off in the middle of a reply', () => {
  it('FW-1: what has been read stays, says why, and is said to listeners once', async () => {
    const chat = await openChat();
    await chat.frame.locator('[role=status][aria-live=polite]').waitFor({ state: 'attached' });
    await chat.frame.locator('body').evaluate((body) => {
      const spoken: string[] = [];
      Object.assign(window, { spoken });
      const region = body.querySelector('.sotto-hidden[role=status]');
      if (region)
        new MutationObserver(() => {
          spoken.push(region.textContent);
        }).observe(region, { childList: true, characterData: true, subtree: true });
    });
    await breakOff(chat, 'Tell me', 'Once upon ', 'a time');
    await hasMessages(chat, 2);
    await sees(chat.messages.last(), 'Once upon a time');
    await sees(chat.messages.last(), BROKEN);
    await retryOf(chat).waitFor();
    expect(await chat.frame.locator('.sotto-failure').count()).toBe(0);
    expect(await chat.frame.getByRole('button', { name: 'Regenerate' }).count()).toBe(0);
    const spoken = await chat.frame.locator('body').evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect(spoken.filter((words) => words.includes(BROKEN))).toEqual([`Once upon a time ${BROKEN}`]);
  });

  it('FW-1: after a reload and in another tab it stands there as before, and Try again answers from there', async () => {
    const chat = await openChat();
    const other = await openChat();
    await breakOff(chat, 'From anywhere', 'Once upon ', 'a time');
    await chat.page.reload();
    await chat.open();
    for (const each of [chat, other]) {
      await sees(each.messages.last(), 'Once upon a time');
      await sees(each.messages.last(), BROKEN);
      await retryOf(each).waitFor();
    }
    stack.model.script = ['Once upon a time ', 'there was a chat.'];
    await retryOf(other).click();
    for (const each of [other, chat]) {
      await sees(each.messages.last(), 'Once upon a time there was a chat.');
      await hasMessages(each, 2);
      await retryOf(each).waitFor({ state: 'detached' });
    }
    // Asked once by the visitor, told to the model for each of the two replies.
    expect(countQuestions('From anywhere')).toBe(2);
    expect(await chat.messages.first().innerText()).toContain('From anywhere');
    // What had been read is the first of two answers.
    await other.frame.getByRole('group', { name: 'Answer 2 of 2' }).getByRole('button', { name: 'Previous' }).click();
    await sees(other.messages.last(), BROKEN);
    expect(await other.messages.last().innerText()).not.toContain('there was a chat');
  });

  it('FW-1: the text stays while the new reply is waited for, and the keyboard stays in the conversation', async () => {
    const chat = await openChat();
    await breakOff(chat, 'Slowly', 'Once upon ', 'a time');
    stack.model.script = ['hold', 'A new reply.'];
    await retryOf(chat).press('Enter');
    await chat.frame.locator('.sotto-thinking').waitFor();
    await sees(chat.messages.nth(1), 'Once upon a time');
    expect(await chat.frame.locator('.sotto-scroller').evaluate((list) => list === document.activeElement)).toBe(true);
    stack.model.release();
    await sees(chat.messages.last(), 'A new reply.');
    await hasMessages(chat, 2);
  });

  it('FW-1: before the first word, the question keeps its Try again over a reload', async () => {
    const chat = await openChat();
    await breakOff(chat, 'Nothing came');
    await hasMessages(chat, 1);
    await chat.page.reload();
    await chat.open();
    await sees(chat.frame.locator('.sotto-failure'), BROKEN);
    stack.model.script = ['Here it is.'];
    await retryOf(chat).click();
    await sees(chat.messages.last(), 'Here it is.');
    await hasMessages(chat, 2);
    await eventually(async () => {
      expect(await chat.frame.locator('.sotto-failure').count()).toBe(0);
    });
  });
});
