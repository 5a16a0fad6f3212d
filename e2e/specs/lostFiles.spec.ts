import type { BrowserContext } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, sees, type Chat } from '../chat';
import { useStack } from '../useStack';

const { browser, stack } = await useStack();
let context: BrowserContext;
/** Files that cannot be had now. */
let refused: RegExp | undefined;
/** How often the frame's page was asked for. */
let loads = 0;

beforeEach(async () => {
  loads = 0;
  context = await browser.newContext();
  await context.route(/\/assets\/[^/]+\.(?:js|css)/, (route) =>
    refused?.test(route.request().url()) ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  context.on('request', (request) => {
    if (/\/frame(?:\?|$)/.test(request.url())) loads += 1;
  });
});
afterEach(async () => {
  refused = undefined;
  await context.close();
});

async function openChat(without: RegExp): Promise<Chat> {
  refused = without;
  const chat = chatOn(await context.newPage());
  await chat.page.goto(`${stack.origin}/demo`);
  await chat.open();
  return chat;
}

const noticeOf = (chat: Chat) => chat.frame.getByText('Part of this chat could not be loaded.');
const reloadOf = (chat: Chat) => chat.frame.getByRole('button', { name: 'Reload' });

describe('FW-16 a file of the chat cannot be had', () => {
  it('FW-16: what comes back is used: with the next message, for the older ones too', async () => {
    stack.model.script = ['A formula: $$x^2$$'];
    const chat = await openChat(/\/drawFormula-/);
    await chat.ask('First');
    await sees(chat.messages.last(), 'x^2');
    refused = undefined;
    await chat.ask('Second');
    await eventually(async () => {
      expect(await chat.frame.locator('.sotto-bubble .katex').count()).toBe(2);
    });
    await noticeOf(chat).waitFor({ state: 'detached' });
    expect(loads).toBe(1);
  });

  it('FW-16: Reload tries again, and loads the chat anew when that is no help; nothing is lost by it', async () => {
    stack.model.script = ['A formula: $$x^2$$'];
    const chat = await openChat(/\/drawFormula-/);
    await chat.ask('First');
    await sees(chat.messages.last(), 'x^2');
    await chat.textBox.fill('Half a thought');
    await reloadOf(chat).click();
    await eventually(() => {
      expect(loads).toBe(2);
    });
    await chat.textBox.waitFor();
    await sees(chat.messages.last(), 'x^2');
    expect(await chat.textBox.inputValue()).toBe('Half a thought');
    refused = undefined;
    await reloadOf(chat).click();
    await chat.messages.last().locator('.katex').first().waitFor();
    await noticeOf(chat).waitFor({ state: 'detached' });
    expect(loads).toBe(2);
    expect(await chat.textBox.evaluate((box) => box === document.activeElement)).toBe(true);
  });

  it('FW-16: a connection that is back brings it', async () => {
    stack.model.script = ['A formula: $$x^2$$'];
    const chat = await openChat(/\/drawFormula-/);
    await chat.ask('First');
    await noticeOf(chat).waitFor();
    refused = undefined;
    await context.setOffline(true);
    await context.setOffline(false);
    await chat.messages.last().locator('.katex').first().waitFor();
    expect(loads).toBe(1);
  });

  it.each([
    ['formulas', /\/drawFormula-/, '$$x^2$$', 'code.sotto-math-source', true],
    ['their style sheet', /\/drawFormula-[^/]*\.css/, '$$x^2$$', 'code.sotto-math-source', true],
    ['diagrams', /\/DiagramPart-/, '```mermaid\ngraph TD; a-->b\n```', 'pre', true],
    ['cards', /\/(?:RichContentPart|richBlocks)-/, '```card\ntitle: House blend\n```', 'pre', true],
    [
      'forms',
      /\/(?:RichContentPart|readForm|FormPart)-/,
      '```form\nfields:\n  - {name: a, label: A}\n```',
      'pre',
      true,
    ],
    ['colours of code', /\/highlightCode-|\/javascript-/, '```js\nlet a = 1;\n```', 'pre', false],
  ] as const)('FW-16: without %s their source stands there', async (_, file, text, selector, isSaid) => {
    stack.model.script = [text, '\n\nThat is all.'];
    const chat = await openChat(file);
    await chat.ask('Show me');
    await sees(chat.messages.last(), 'That is all.');
    await chat.messages.last().locator(selector).waitFor();
    if (isSaid) await noticeOf(chat).waitFor();
    await chat.ask('Go on');
    await eventually(async () => {
      expect(await chat.messages.count()).toBe(4);
    });
    expect(loads).toBe(1);
  });

  it.each([
    ['what reads rich blocks', /\/(?:RichContentPart|readObject|richBlocks|readForm)-/],
    ['functions and extras', /\/(?:functions|lazyFeatures|ownTransport)-/],
    ['every one of them', /\/assets\/(?!index-)[^/]+\.js/],
  ])('FW-16: without %s a visitor can write and is answered', async (_, file) => {
    stack.model.script = ['An answer.'];
    const chat = await openChat(file);
    await chat.ask('Is somebody there?');
    await chat.messages.last().getByText('An answer.').waitFor({ timeout: 60_000 });
    expect(loads).toBe(1);
  });
});
