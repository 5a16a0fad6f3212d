import { createHmac } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { chatOn, eventually, hasMessages, sees, type Chat } from '../chat';
import { plainPage } from '../hostPages/hostServer';
import { postAs, signInAt } from '../signIn';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let context: BrowserContext;
let widget: string;
let members: string;
const secrets = new Map<string, string>();

beforeAll(async () => {
  const page = await browser.newPage();
  await signInAt(page, stack, 'owner@identity.example.com');
  const { id: botId } = await postAs(page, 'bot/create', { name: 'Bank' });
  for (const requiresIdentity of [false, true]) {
    const { id } = await postAs(page, 'integration/widget/create', { name: 'Bank', botId });
    secrets.set(id, (await postAs(page, `integration/widget/${id}/identity/create`, {})).secret ?? '');
    await postAs(page, `integration/widget/${id}/update`, { requiresIdentity });
    if (requiresIdentity) members = id;
    else widget = id;
  }
  await page.close();
});
beforeEach(async () => {
  context = await browser.newContext();
  stack.model.script = ['Your balance is 1234.'];
});
afterEach(() => context.close());

/** What a bank's server says of who is signed in: another text each time. */
function proofOf(id: string, sub: string): string {
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, jti: Math.random(), iat: now, exp: now + 600 })}`;
  return `${body}.${createHmac('sha256', secrets.get(id) ?? '')
    .update(body)
    .digest('base64url')}`;
}

/** A page of the bank as its server writes it for somebody, or for nobody. */
async function visit(id: string, sub: string | undefined, page?: Page): Promise<Chat> {
  const settings =
    sub === undefined ? '' : `<script>window.sottoSettings = { contact: { identity: '${proofOf(id, sub)}' } }</script>`;
  const path = `/${id}-${sub ?? 'nobody'}`;
  host.pages.set(path, {
    html: plainPage(
      `${settings}<script async src="${stack.origin}/integrations/widget/v2.js" data-widget="${id}"></script>`,
    ),
  });
  const chat = chatOn(page ?? (await context.newPage()));
  await chat.page.goto(host.origin + path);
  await chat.open();
  return chat;
}

/** Notes in every frame of a page whether a text was ever drawn. */
async function watchFor(text: string): Promise<void> {
  await context.addInitScript((wanted) => {
    const look = (): void => {
      if (document.body?.innerText.includes(wanted)) (window as { sottoSaw?: number }).sottoSaw = performance.now();
      requestAnimationFrame(look);
    };
    look();
  }, text);
}
const lastSeen = (chat: Chat): Promise<number> =>
  chat.frame.locator('body').evaluate(() => (window as { sottoSaw?: number }).sottoSaw ?? 0);
const nowIn = (chat: Chat): Promise<number> => chat.frame.locator('body').evaluate(() => performance.now());
const api = <Result>(chat: Chat, code: string): Promise<Result> =>
  chat.page.evaluate<Result>(`(async () => ${code})()`);

async function showsNothing(chat: Chat): Promise<void> {
  expect(await chat.messages.count()).toBe(0);
  expect(await api(chat, 'sotto.getMessages()')).toEqual([]);
  await eventually(async () => {
    expect(await api(chat, '[sotto.instance.messages, sotto.instance.unread, sotto.instance.conversationId]')).toEqual([
      [],
      0,
      null,
    ]);
  });
}

describe('FS-1, A607: two people on one browser', () => {
  it('the second reads nothing of the first, in any tab and for no moment, and the first finds her conversation again', async () => {
    await watchFor('1234');
    const first = await visit(members, 'carol');
    await first.ask('What is my balance?');
    await sees(first.messages.last(), 'Your balance is 1234.');
    const second = await visit(members, 'carol');
    await hasMessages(second, 2);
    await second.textBox.fill('A draft of carol');

    const dave = await visit(members, 'dave');
    await eventually(() => showsNothing(first));
    await eventually(() => showsNothing(second));
    expect(await second.textBox.inputValue()).toBe('');
    await showsNothing(dave);
    expect(await lastSeen(dave)).toBe(0);
    stack.model.script = ['Hello dave.'];
    await dave.ask('Who am I?');
    await sees(dave.messages.last(), 'Hello dave.');
    expect(stack.model.questions.at(-1)).not.toContain('balance');

    const again = await visit(members, 'carol', first.page);
    await hasMessages(again, 2);
    await sees(again.messages.last(), 'Your balance is 1234.');
    // The watch sees what is there.
    expect(await lastSeen(again)).toBeGreaterThan(0);
  });

  it('signed out there is nothing of hers, and nobody goes on in her conversation', async () => {
    await watchFor('1234');
    const carol = await visit(members, 'carol');
    await carol.ask('What is my balance?');
    await sees(carol.messages.last(), 'Your balance is 1234.');
    const other = await visit(members, 'carol');
    await hasMessages(other, 2);

    const nobody = await visit(members, undefined, carol.page);
    await showsNothing(nobody);
    await eventually(() => showsNothing(other));
    const before = stack.model.questions.length;
    await nobody.ask('And the last transfer?');
    await sees(nobody.messages.last(), 'Not sent');
    // What was refused to them would be refused again.
    expect(await nobody.frame.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(stack.model.questions.length).toBe(before);
    expect(await lastSeen(nobody)).toBe(0);
  });

  it('on a page that stays, the switch is seen at once', async () => {
    await watchFor('1234');
    stack.model.script = ['Your balance is 1234, ', 'hold', 'and your limit 5678.'];
    const chat = await visit(members, 'carol');
    await chat.ask('What is my balance?');
    await sees(chat.messages.last(), '1234');
    await chat.textBox.fill('Please tran');
    await api(chat, `sotto.setContact({ identity: '${proofOf(members, 'dave')}' })`);
    const switched = await nowIn(chat);
    const picture = await chat.page.screenshot(
      process.env['SOTTO_SHOTS'] === undefined ? {} : { path: `${process.env['SOTTO_SHOTS']}/switched.png` },
    );
    expect(picture.length).toBeGreaterThan(0);
    await showsNothing(chat);
    expect(await chat.textBox.inputValue()).toBe('');
    stack.model.release();
    stack.model.script = ['Hello dave.'];
    await chat.ask('Who am I?');
    await sees(chat.messages.last(), 'Hello dave.');
    await hasMessages(chat, 2);
    expect(await lastSeen(chat)).toBeLessThan(switched);

    await api(chat, `sotto.instance.update({ contact: { identity: '${proofOf(members, 'carol')}' } })`);
    await sees(chat.messages.last(), 'and your limit 5678.');
    await hasMessages(chat, 2);
    expect(await chat.textBox.inputValue()).toBe('Please tran');
    await api(chat, 'sotto.setContact(null)');
    await showsNothing(chat);
  });

  it('a page that claims to show her, without a proof that is good, reads nothing of what is kept', async () => {
    const carol = await visit(members, 'carol');
    await carol.ask('What is my balance?');
    await sees(carol.messages.last(), 'Your balance is 1234.');
    const forged = proofOf(members, 'carol').replace(/[^.]+$/, 'forged');
    await watchFor('1234');
    const liar = await visit(members, undefined);
    const refused = liar.page.waitForResponse(
      (response) => response.url().endsWith('/session/create') && response.status() === 403,
    );
    await api(liar, `sotto.setContact({ identity: '${forged}' })`);
    await refused;
    await showsNothing(liar);
    expect(await lastSeen(liar)).toBe(0);
  });
});

describe('FS-1 signing in while chatting', () => {
  it('goes on with the conversation of this tab, and leaves one of before where it is', async () => {
    stack.model.script = ['We are open until six.'];
    const before = await visit(widget, undefined);
    await before.ask('When do you close?');
    await sees(before.messages.last(), 'We are open until six.');
    const carol = await visit(widget, 'carol', before.page);
    await hasMessages(carol, 2);
    await carol.ask('And tomorrow?');
    await hasMessages(carol, 4);

    const nobody = await visit(widget, undefined);
    await showsNothing(nobody);
    await nobody.ask('Somebody else asks');
    await hasMessages(nobody, 2);
    const dave = await visit(widget, 'dave');
    await showsNothing(dave);
    const again = await visit(widget, 'carol');
    await hasMessages(again, 4);
  });
});

describe('FI-9 earlier conversations', () => {
  it('are in the menu of a verified visitor, who goes back to one with keys alone', async () => {
    stack.model.script = ['It is on its way.'];
    const chat = await visit(members, 'erin');
    await chat.ask('Where is my card?');
    await sees(chat.messages.last(), 'It is on its way.');
    await chat.answered();
    const menu = chat.frame.getByRole('button', { name: 'Menu' });
    const item = (name: string | RegExp) => chat.frame.getByRole('menuitem', { name });
    const openList = async (): Promise<void> => {
      await menu.press('Enter');
      await item('Earlier conversations').press('Enter');
      await item(/Where is my card/).waitFor();
    };

    await openList();
    const frame = chat.page.frames().find((one) => one.url().includes('/frame'));
    expect(frame && (await violations(frame))).toEqual([]);
    if (process.env['SOTTO_SHOTS'] !== undefined)
      await chat.page.screenshot({ path: `${process.env['SOTTO_SHOTS']}/threads.png` });
    await item('New conversation').press('Enter');
    await hasMessages(chat, 0);
    await chat.ask('And my limit?');
    await hasMessages(chat, 2);
    await chat.answered();

    await openList();
    await eventually(async () => {
      expect(await item('New conversation').evaluate((element) => element === document.activeElement)).toBe(true);
    });
    await chat.frame.getByRole('menu').press('End');
    await item(/Where is my card/).press('Enter');
    await sees(chat.messages.first(), 'Where is my card?');
    await hasMessages(chat, 2);
    await eventually(async () => {
      expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    });
    // Nobody else has a list, or a menu for it.
    const nobody = await visit(widget, undefined);
    expect(await nobody.frame.getByRole('menuitem', { name: 'Earlier conversations' }).count()).toBe(0);
  });
});
