import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { chatOn, eventually, occurrences, sees, type Chat } from '../chat';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();

beforeAll(async () => {
  stack.model.script = ['I am the bot.'];
});

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  return { context, page: await context.newPage() };
}

/** A person with a widget, on a page of its own. */
async function ownerOf(name: string, config: object = {}) {
  const owner = await open();
  await signInAt(owner.page, stack, `${name}@takeover.example.com`, '/overview');
  const bot = await postAs(owner.page, 'bot/create', { name: 'Helper' });
  const widget = await postAs(owner.page, 'integration/widget/create', { name: 'Shop chat', botId: bot.id, config });
  const install = `<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="${widget.id}"></script>`;
  host.pages.set(`/${name}`, {
    html: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Shop</title><h1>Shop</h1>${install}`,
  });
  return { ...owner, widget: widget.id, address: `${host.origin}/${name}` };
}

describe('taking a conversation over', () => {
  it('a person answers in the visitor’s open chat, in every tab and after a reload, and hands back', async () => {
    const owner = await ownerOf('ana');
    const { context, page } = await open();
    await page.goto(owner.address);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Is anybody there?');
    await sees(chat.messages, 'I am the bot.');
    await chat.answered();

    await owner.page.goto(`${stack.origin}/inbox`);
    await owner.page.getByRole('link', { name: /Bot\s*: I am the bot\./ }).click();
    await owner.page.getByRole('button', { name: 'Take over' }).click();
    const stream = owner.page.waitForResponse((response) => response.url().includes('/v1/inbox/stream'));
    await sees(owner.page.locator('#answer-note'), 'The bot keeps quiet');
    expect((await stream).headers()['content-type']).toContain('text/event-stream');
    const asked = stack.model.questions.length;
    // The visitor's page knows of the person once the chat says so; what was typed before is not reported.
    const sign = owner.page.locator('.visitor-typing');
    await eventually(async () => {
      await chat.textBox.pressSequentially('x');
      expect(await sign.innerText()).toBe('The visitor is typing…');
    });
    await chat.textBox.fill('');
    expect(await violations(owner.page, { skipsFrames: true })).toEqual([]);
    await chat.ask('I want a person.');
    await sees(owner.page.locator('.transcript'), 'I want a person.');
    expect(await sign.innerText()).toBe('');

    await owner.page.getByLabel('Message').pressSequentially('I am Ana, a person.');
    await sees(chat.frame.locator('.sotto-typing'), 'Support is typing');
    await owner.page.getByRole('button', { name: 'Send' }).click();
    await sees(chat.messages, 'I am Ana, a person.');
    const answer = chat.messages.filter({ hasText: 'I am Ana, a person.' });
    await sees(answer.locator('.sotto-author'), 'Support');
    await eventually(async () => {
      const announced = await chat.frame.getByRole('status').allTextContents();
      expect(announced.filter((text) => text === 'Support: I am Ana, a person.')).toHaveLength(1);
    });
    expect(await chat.frame.locator('.sotto-typing').count()).toBe(0);
    expect(stack.model.questions.length).toBe(asked);

    const second = await context.newPage();
    await second.goto(owner.address);
    const other = chatOn(second);
    await other.open();
    await sees(other.messages, 'I am Ana, a person.');
    await owner.page.getByLabel('Message').fill('And here as well.');
    await owner.page.getByRole('button', { name: 'Send' }).click();
    await sees(other.messages, 'And here as well.');
    await sees(chat.messages, 'And here as well.');

    await page.reload();
    await chat.open();
    await sees(chat.messages, 'And here as well.');
    expect(await occurrences(chat, 'I am Ana, a person.')).toBe(1);
    const texts = (await chat.messages.allInnerTexts()).join('\n');
    const places = ['Is anybody', 'I am the bot', 'I want a person', 'I am Ana', 'And here'].map((text) =>
      texts.indexOf(text),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));

    await owner.page.getByRole('button', { name: 'Hand back to the bot' }).click();
    await sees(owner.page.locator('#answer-title'), 'Answer in person');
    stack.model.script = ['The bot is back.'];
    await chat.ask('And now?');
    await sees(chat.messages, 'The bot is back.');
    expect(stack.model.prompts.at(-1)).toContain('I am Ana, a person.');
    await owner.context.close();
    await context.close();
  }, 120_000);
});

/** A browser opens at most six connections to a server of HTTP/1.1, over all its tabs. */
describe('srv-11 eight tabs of one browser', () => {
  it('srv-11: a person types, the last tab sends, another loads a picture, and one connection stands', async () => {
    const owner = await ownerOf('eva');
    const { context } = await open();
    stack.model.script = ['I am the bot.'];
    const standing = new Set<Request>();
    context.on('request', (request) => request.url().includes('/live') && standing.add(request));
    context.on('requestfinished', (request) => standing.delete(request));
    context.on('requestfailed', (request) => standing.delete(request));
    const tabs: Chat[] = [];
    for (let tab = 0; tab < 8; tab += 1) {
      const chat = chatOn(await context.newPage());
      await chat.page.goto(owner.address);
      await chat.open();
      if (tab === 0) {
        await chat.ask('Is anybody there?');
        await chat.answered();
      } else await sees(chat.messages, 'I am the bot.');
      tabs.push(chat);
    }
    await owner.page.goto(`${stack.origin}/inbox`);
    await owner.page.getByRole('link', { name: /Bot\s*: I am the bot\./ }).click();
    await owner.page.getByRole('button', { name: 'Take over' }).click();
    await sees(owner.page.locator('#answer-note'), 'The bot keeps quiet');
    // A while of typing: every tab learns of it from the one that holds the connection.
    const typing = owner.page.getByLabel('Message').pressSequentially('One moment, I will look', { delay: 200 });
    await Promise.all(tabs.map((chat) => sees(chat.frame.locator('.sotto-typing'), 'Support is typing')));
    await typing;
    expect(standing.size).toBeLessThanOrEqual(1);

    await tabs[7]?.ask('From the eighth tab');
    await sees(owner.page.locator('.transcript'), 'From the eighth tab');
    const picture = `${stack.origin}/site/chat-light-1200.webp?srv-11`;
    expect(await tabs[2]?.page.evaluate(loadsPicture, picture)).toBe(true);
    await owner.page.getByRole('button', { name: 'Send' }).click();
    await Promise.all(tabs.map((chat) => sees(chat.messages, 'One moment')));
    expect(standing.size).toBeLessThanOrEqual(1);
    await context.close();
    await owner.context.close();
  }, 120_000);
});

/** In the page. @returns whether the picture has come */
async function loadsPicture(address: string): Promise<boolean> {
  const picture = Object.assign(new Image(), { src: address });
  return picture.decode().then(
    () => true,
    () => false,
  );
}

describe('FH-3 asking for a person', () => {
  it('FH-3: is answered in the chat, counted in the navigation, mailed, and answered by a person', async () => {
    const owner = await ownerOf('dora');
    const studio = `${stack.origin}/integrations/widget/${owner.widget}`;
    await owner.page.goto(studio);
    await owner.page.getByText('Handover to a person').click();
    await sees(owner.page.locator('.studio-form'), 'This server does not send mail yet');
    await owner.page.getByLabel('Visitors may ask for a person').check();
    await owner.page.getByRole('button', { name: 'Save' }).first().click();
    await owner.page.waitForURL(/saved/);
    expect(await owner.page.getByLabel('Visitors may ask for a person').isChecked()).toBe(true);

    const { context, page } = await open();
    await page.goto(owner.address);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Quiero hablar con una persona');
    await sees(chat.messages, 'Una persona te responderá aquí');
    await chat.answered();
    await owner.page.goto(`${stack.origin}/insights`);
    await sees(owner.page.locator('[data-inbox-count]'), '1');
    expect(await owner.page.title()).toMatch(/^\(1\) /);
    expect(await violations(owner.page, { skipsFrames: true })).toEqual([]);
    await eventually(() => {
      expect(stack.output()).toMatch(/Mail to dora@takeover\.example\.com: A visitor asks for a person: Shop chat/);
    });
    const [, link = ''] = /Answer here:\n\S+(\/conversations\/\S+)/.exec(stack.output()) ?? [];
    await owner.page.goto(`${stack.origin}${link}`);
    await sees(owner.page.locator('.conversation-facts'), 'Waiting');
    await owner.page.getByLabel('Message').fill('Hola, soy Dora.');
    await owner.page.getByRole('button', { name: 'Send' }).click();
    await sees(chat.messages, 'Hola, soy Dora.');
    await context.close();
    await owner.context.close();
  }, 120_000);
});

describe('the inbox', () => {
  it('shows a new question by itself, goes by keys, and is sound for everybody', async () => {
    const owner = await ownerOf('ben');
    stack.model.answer = (question) => [`You asked: ${question}`];
    const { page: inbox } = owner;
    await inbox.goto(`${stack.origin}/inbox`);
    await sees(inbox.locator('main'), 'No conversations yet.');
    const { context, page } = await open();
    for (const text of ['Do you ship to Lisbon?', 'Where is my parcel?']) {
      const visitor = await open();
      await visitor.page.goto(owner.address);
      const chat = chatOn(visitor.page);
      await chat.open();
      await chat.ask(text);
      await chat.answered();
      await sees(inbox.locator('.inbox-list'), text);
      await visitor.context.close();
    }
    await inbox.keyboard.press('j');
    await inbox.keyboard.press('j');
    await inbox.keyboard.press('e');
    await sees(inbox.locator('.inbox-list li', { hasText: 'Lisbon' }), 'Solved');
    expect(await violations(inbox, { skipsFrames: true })).toEqual([]);
    await inbox.keyboard.press('/');
    await inbox.keyboard.type('parc');
    await inbox.keyboard.press('Enter');
    await inbox.waitForURL(/search=parc/);
    expect(await inbox.locator('.inbox-list li').count()).toBe(1);
    await inbox.keyboard.press('k');
    await inbox.keyboard.press('r');
    await inbox.getByLabel('Message').waitFor();
    await eventually(async () => {
      expect(await inbox.evaluate(() => document.activeElement?.id)).toBe('answer-text');
    });
    await inbox.getByLabel('New or existing label').fill('Shipping');
    await inbox.getByRole('button', { name: 'Add label' }).click();
    await sees(inbox.locator('.label-list'), 'Shipping');
    await inbox.getByLabel('New note').fill('A regular, be generous');
    await inbox.getByRole('button', { name: 'Add note' }).click();
    await sees(inbox.locator('.note-list'), 'A regular, be generous');
    expect(await violations(inbox, { skipsFrames: true })).toEqual([]);
    await page.goto(owner.address);
    await context.close();
    await owner.context.close();
  }, 120_000);
});
