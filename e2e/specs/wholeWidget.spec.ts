import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { exceptInFirefox, FIREFOX_CANNOT } from '../engines/leftOut';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext({ acceptDownloads: true })).newPage();
  stack.model.script = ['An answer.'];
});
afterEach(async () => {
  stack.model.release();
  await page.context().close();
});

/** Opens a page with one widget that has these attributes, and runs `script` before it. */
async function openPage(attributes = '', script = ''): Promise<Chat> {
  host.pages.set('/', {
    html: plainPage(`<script>${script}</script>${scriptTag(stack.origin, `data-widget="demo" ${attributes}`)}`),
  });
  await page.goto(host.origin);
  return chatOn(page);
}

/** Calls a method of the first widget, as the page would. */
function call<Result>(method: string, ...args: unknown[]): Promise<Result> {
  return page.evaluate(
    ([name, values]) => (window.sotto as Record<string, (...all: unknown[]) => unknown>)[name]?.(...values),
    [method, args] as const,
  ) as Promise<Result>;
}

describe('W-9 start first', () => {
  it('shows a button instead of the text box, and lets the bot begin', async () => {
    const chat = await openPage('data-start-first');
    stack.model.script = ['Welcome! What brings you here?'];
    await chat.launcher.click();
    const start = chat.frame.getByRole('button', { name: 'Start' });
    await start.waitFor();
    expect(await chat.textBox.count()).toBe(0);
    await start.click();
    await sees(chat.messages.last(), 'What brings you here?');
    await chat.textBox.waitFor();
  });
});

describe('W-10 the contact form', () => {
  it('comes when there is a conversation, insists on name and email, and goes when it has them', async () => {
    const chat = await openPage('data-contact-collection');
    await chat.open();
    expect(await chat.frame.getByLabel('Email').count()).toBe(0);
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    const email = chat.frame.getByLabel('Email');
    await email.waitFor();
    const save = chat.frame.getByRole('button', { name: 'Save' });
    await chat.frame.getByLabel('Name').fill('Mo');
    await email.fill('not an address');
    await save.click();
    expect(await email.evaluate((element) => (element as HTMLInputElement).validity.valid)).toBe(false);
    await email.fill('mo@example.com');
    await save.click();
    await email.waitFor({ state: 'hidden' });
    expect(await call('getContact')).toMatchObject({ name: 'Mo', email: 'mo@example.com' });
  });
});

describe('W-36 languages', () => {
  it('can be chosen, change every word at once, turn the page round, and are kept', async () => {
    const chat = await openPage(`data-intl='{"en":{},"de":{},"ar":{}}'`);
    await chat.open();
    const select = chat.frame.getByRole('combobox', { name: 'Language' });
    await select.selectOption('de');
    await eventually(async () => {
      expect(await chat.textBox.getAttribute('placeholder')).toBe('Nachricht schreiben');
    });
    await chat.frame.getByRole('combobox').selectOption('ar');
    await eventually(async () => {
      expect(await chat.frame.locator('.sotto-root').getAttribute('dir')).toBe('rtl');
    });
    await page.reload();
    await chat.open();
    await eventually(async () => {
      expect(await chat.frame.locator('.sotto-root').getAttribute('lang')).toBe('ar');
    });
  });
});

describe('W-13 the overlay', () => {
  it('shows a page over the chat with its true host, and closes', async () => {
    const chat = await openPage();
    await chat.open();
    host.pages.set('/terms', { html: plainPage('', '<h1>Terms</h1>') });
    await call('render', { frame: `${host.origin}/terms`, title: 'Our terms' });
    await chat.frame.getByText(new URL(host.origin).host).first().waitFor();
    await chat.frame.locator('iframe').contentFrame().getByRole('heading', { name: 'Terms' }).waitFor();
    await page.keyboard.press('Tab');
    await call('render', null);
    await chat.frame.locator('iframe').waitFor({ state: 'detached' });
    expect(await chat.frame.locator('iframe').count()).toBe(0);
  });
});

describe('W-12 the transcript', () => {
  exceptInFirefox(FIREFOX_CANNOT.download)('is saved as a text file named after the conversation', async () => {
    const chat = await openPage();
    await chat.open();
    stack.model.script = ['Two lines:\nBot: not me'];
    await chat.ask('Write it down');
    await sees(chat.messages.last(), 'Two lines:');
    await chat.frame.getByRole('button', { name: 'Send', exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => (window.sotto as { downloadConversation(): Promise<unknown> }).downloadConversation()),
    ]);
    expect(download.suggestedFilename()).toMatch(/^conv_[A-Za-z0-9_-]+\.txt$/);
    const text = readFileSync(await download.path(), 'utf8');
    expect(text).toContain('You: Write it down');
    expect(text.match(/^Bot: /gm)).toHaveLength(1);
    await chat.frame.getByRole('button', { name: 'Menu' }).click();
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      chat.frame.getByRole('menuitem', { name: 'Export' }).click(),
    ]);
    // VI-49: for visitors, with names and times.
    expect(exported.suggestedFilename()).toMatch(/^[\p{L}-]+-20\d\d-\d\d-\d\d\.txt$/u);
    expect(readFileSync(await exported.path(), 'utf8')).toMatch(/^\[.*\d:\d\d.*\] You: Write it down$/m);
  });
});

describe('W-25 files', () => {
  it('are uploaded and sent with the message; others are named and refused', async () => {
    const chat = await openPage();
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Attach a file' }).waitFor();
    await chat.frame.locator('input[type=file]').setInputFiles([
      { name: 'quarterly-report-2026.csv', mimeType: 'text/csv', buffer: Buffer.from('month,sold\nMay,12\n') },
      { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    ]);
    await sees(chat.frame.locator('body'), /virus\.exe: this kind of file is not accepted/);
    await sees(chat.frame.locator('body'), /quart.*…/);
    await chat.ask('What is in it?');
    await sees(chat.messages.last(), 'An answer.');
    await sees(chat.messages.first(), /quart.*…/);
    await eventually(() => {
      expect(stack.model.prompts.at(-1)).toContain('May,12');
    });
  });
});

describe('VI-41 pictures as phones make them', () => {
  it('are sent as JPEG or PNG; one that the browser cannot read is refused with what can be sent', async () => {
    const chat = await openPage();
    await chat.open();
    await chat.frame.getByRole('button', { name: 'Attach a file' }).waitFor();
    const picture = (name: string, base64: string) => ({ name, mimeType: '', buffer: Buffer.from(base64, 'base64') });
    await chat.frame
      .locator('input[type=file]')
      .setInputFiles([
        picture('clear.webp', 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=='),
        picture('cat.gif', 'R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs='),
        picture('IMG_0001.HEIC', 'AAAAGGZ0eXBoZWljAAAAAA=='),
        picture('tool.exe', 'TVo='),
      ]);
    await sees(chat.frame.locator('.sotto-toast'), /IMG_0001\.HEIC: .*JPEG, PNG or WebP/s);
    await sees(chat.frame.locator('.sotto-toast'), /tool\.exe: this kind of file is not accepted/);
    expect(await chat.frame.locator('.sotto-toast').count()).toBe(1);
    await chat.ask('What is on them?');
    await sees(chat.messages.last(), 'An answer.');
    const names = await chat.messages
      .first()
      .locator('img')
      .evaluateAll((all) => all.map((each) => each.getAttribute('alt')));
    expect(names.join()).toMatch(/clear\.png.*cat\.jpg/);
  });
});

describe('W-40 functions of the page', () => {
  const register = (body: string): string =>
    `(window.sotto = window.sotto || []).push((widget) => widget.registerFunctions({ getOrder: { ` +
    `description: 'The order', parameters: { type: 'object', properties: { id: { type: 'string' } }, ` +
    `required: ['id'] }, handler: ${body} } }));`;

  it('are called by the model, and their result goes back', async () => {
    const chat = await openPage('', register(`({ id }) => ({ id, state: 'shipped' })`));
    stack.model.script = [{ call: 'getOrder', args: { id: 'A-1' } }];
    stack.model.afterCall = ['It was shipped.'];
    await chat.open();
    await chat.ask('Where is my order?');
    await sees(chat.messages.last(), 'It was shipped.');
    expect(stack.model.results.at(-1)).toContain('shipped');
  });

  it('that throw tell the model so, and the chat goes on', async () => {
    const chat = await openPage('', register(`() => { throw new Error('no such order'); }`));
    stack.model.script = [{ call: 'getOrder', args: { id: 'A-1' } }];
    stack.model.afterCall = ['I could not find it.'];
    await chat.open();
    await chat.ask('Where is my order?');
    await sees(chat.messages.last(), 'I could not find it.');
    expect(stack.model.results.at(-1)).toContain('no such order');
  });
});

describe('W-2 the six layouts', () => {
  it.each([
    ['popover', 420],
    ['popout', 680],
    ['slideover', 480],
    ['no-such-layout', 1200],
  ])('%s has its size', async (layout, width) => {
    await page.setViewportSize({ width: 1200, height: 900 });
    const chat = await openPage(`data-layout="${layout}" data-load="eager"`);
    const frame = page.locator('sotto-chat iframe');
    if (layout !== 'no-such-layout') await chat.launcher.click();
    await chat.textBox.waitFor();
    await eventually(async () => {
      expect((await frame.boundingBox())?.width).toBe(width);
    });
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
    await hasMessages(chat, 2);
  });

  it('stretch fills the place the page gives it', async () => {
    host.pages.set('/inline', {
      html: plainPage(
        `<script async src="${stack.origin}/integrations/widget/v2.js"></script>`,
        `<h1>Help</h1><sotto-chat widget="demo" base="${stack.origin}" layout="stretch" style="display:block;width:500px;height:600px"></sotto-chat>`,
      ),
    });
    await page.goto(`${host.origin}/inline`);
    const chat = chatOn(page);
    await chat.textBox.waitFor();
    const box = await page.locator('sotto-chat iframe').boundingBox();
    expect([box?.width, box?.height]).toEqual([500, 600]);
    await chat.ask('Hello');
    await sees(chat.messages.last(), 'An answer.');
  });
});

declare global {
  interface Window {
    sotto: unknown;
  }
}
