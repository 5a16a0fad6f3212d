import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, occurrences, sees, type Chat } from '../chat';
import { postAs, signInAsOperator } from '../signIn';
import { useBrowser, useOwnStack } from '../useStack';

const browser = await useBrowser();
const stack = await useOwnStack();
let context: BrowserContext;

beforeEach(async () => {
  context = await browser.newContext();
  stack.model.script = ['The first part, ', 'the second part.'];
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

describe('W-30 nothing is lost', () => {
  it('keeps the conversation over a reload', async () => {
    const chat = await openChat();
    await chat.ask('Do you remember?');
    await sees(chat.messages.last(), 'the second part.');
    await chat.page.reload();
    await chat.open();
    await hasMessages(chat, 2);
    await sees(chat.messages.first(), 'Do you remember?');
    await sees(chat.messages.last(), 'The first part, the second part.');
  });

  it('S-12 goes on with a reply after a reload in the middle of it', async () => {
    stack.model.script = ['The first part, ', 'hold', 'the second part.'];
    const chat = await openChat();
    await chat.ask('Go on');
    await sees(chat.messages.last(), 'The first part,');
    await chat.page.reload();
    await chat.open();
    await sees(chat.messages.last(), 'The first part,');
    stack.model.release();
    await sees(chat.messages.last(), 'The first part, the second part.');
    await hasMessages(chat, 2);
    expect(stack.model.questions.filter((question) => question.includes('Go on'))).toHaveLength(1);
  });

  it('FW-20: the server has deleted the conversation: the next question begins another one, in every tab', async () => {
    const chat = await openChat();
    const conversationOf = (from: Chat): Promise<string> =>
      from.page
        .waitForRequest((request) => /\/conversation\/[^/]+\/complete$/.test(new URL(request.url()).pathname))
        .then((request) => /\/conversation\/([^/]+)\//.exec(request.url())?.[1] ?? '');
    const first = conversationOf(chat);
    await chat.ask('Before');
    await sees(chat.messages.last(), 'the second part.');
    const other = await openChat();
    await hasMessages(other, 2);
    const operator = await browser.newContext();
    const desk = await operator.newPage();
    await signInAsOperator(desk, stack, 'operator@example.com');
    await postAs(desk, `operator/conversation/${await first}/delete`, {});
    await operator.close();
    stack.model.script = ['In another conversation.'];
    await chat.ask('And now?');
    for (const each of [chat, other]) {
      await sees(each.messages.last(), 'In another conversation.');
      await hasMessages(each, 2);
      await sees(each.messages.first(), 'And now?');
    }
    await other.ask('Still there?');
    await hasMessages(chat, 4);
  });

  it('shows the same conversation in a second tab, and a reply live in both', async () => {
    const first = await openChat();
    await first.ask('One');
    await sees(first.messages.last(), 'the second part.');
    const second = await openChat();
    await hasMessages(second, 2);
    stack.model.script = ['Live ', 'hold', 'everywhere.'];
    await first.ask('Two');
    await sees(second.messages.last(), 'Live');
    await sees(first.messages.last(), 'Live');
    stack.model.release();
    await sees(second.messages.last(), 'Live everywhere.');
    await hasMessages(first, 4);
    await hasMessages(second, 4);
  });

  it('lets another tab take over when the tab that holds the stream is closed', async () => {
    const first = await openChat();
    await first.ask('One');
    await sees(first.messages.last(), 'the second part.');
    const second = await openChat();
    await hasMessages(second, 2);
    stack.model.script = ['Before, ', 'hold', 'and after.'];
    await first.ask('Two');
    await sees(second.messages.last(), 'Before,');
    await first.page.close();
    stack.model.release();
    await sees(second.messages.last(), 'Before, and after.');
    await hasMessages(second, 4);
  });

  it('survives a server that is killed in the middle of a reply and started again', async () => {
    stack.model.script = ['Half of ', 'hold', 'it.'];
    const chat = await openChat();
    await chat.ask('Will you survive?');
    await sees(chat.messages.last(), 'Half of');
    await stack.stop('SIGKILL');
    stack.model.script = ['Half of ', 'it.'];
    stack.model.release();
    await stack.start();
    const retry = chat.frame.getByRole('button', { name: 'Try again' });
    const answer = chat.messages.last().getByText('Half of it.');
    await retry.or(answer).first().waitFor({ timeout: 45_000 });
    if (await retry.isVisible()) await retry.click();
    await answer.waitFor();
    await hasMessages(chat, 2);
    expect(await occurrences(chat, 'Will you survive?')).toBe(1);
    await chat.page.reload();
    await chat.open();
    await hasMessages(chat, 2);
    await sees(chat.messages.last(), 'Half of it.');
  });

  it('keeps a message that is sent offline, marked as waiting, and sends it once', async () => {
    const chat = await openChat();
    await chat.ask('Before');
    await sees(chat.messages.last(), 'the second part.');
    await chat.answered();
    await context.setOffline(true);
    await chat.ask('From the tunnel');
    await sees(chat.messages.last(), 'From the tunnel');
    await chat.frame.getByText('Waiting for a connection').first().waitFor();
    await context.setOffline(false);
    await eventually(() => {
      expect(stack.model.questions.filter((question) => question.includes('From the tunnel'))).toHaveLength(1);
    });
    await hasMessages(chat, 4);
    await chat.frame.getByText('Waiting for a connection').first().waitFor({ state: 'hidden' });
    await chat.page.reload();
    await chat.open();
    await hasMessages(chat, 4);
    expect(await occurrences(chat, 'From the tunnel')).toBe(1);
  });

  it('keeps a typed but unsent text over a reload', async () => {
    const chat = await openChat();
    await chat.textBox.fill('Not sent yet');
    await chat.page.waitForTimeout(600);
    await chat.page.reload();
    await chat.open();
    await eventually(async () => {
      expect(await chat.textBox.inputValue()).toBe('Not sent yet');
    });
  });

  it('W-11 starts over in every tab', async () => {
    const first = await openChat();
    await first.ask('Forget me');
    await sees(first.messages.last(), 'the second part.');
    const second = await openChat();
    await hasMessages(second, 2);
    // A click waits for two frames, and a page in the background draws one a second.
    await first.page.bringToFront();
    await first.frame.getByRole('button', { name: 'Menu' }).click();
    await first.frame.getByRole('menuitem', { name: 'Restart' }).click();
    await first.frame.getByText('Are you sure you want to restart this conversation?').waitFor();
    await first.frame.getByRole('button', { name: 'Yes' }).click();
    await hasMessages(first, 0);
    await hasMessages(second, 0);
    await first.page.reload();
    await first.open();
    await hasMessages(first, 0);
  });
});
