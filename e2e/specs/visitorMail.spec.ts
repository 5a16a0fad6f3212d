import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { eventually } from '../chat';
import { postAs } from '../signIn';
import { startPost, type Arrived } from '../startPost';
import { startStack } from '../startStack';
import { useBrowser } from '../useStack';

const browser = await useBrowser();
const post = await startPost();
const stack = await startStack({ hasPublicUrl: true, env: post.env });
stack.model.script = ['I am not sure. ', 'A person will look at it.'];
afterAll(async () => {
  await stack.close();
  await post.close();
});

const OWNER = 'ana@visitormail.example.com';
const ZOE = 'zoe@visitormail.example.com';
/** Longer than a visitor needs to count as gone, and than the mail waits for further answers. */
const LATER_MS = 130_000;

async function open(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1000, height: 800 } });
  return { context, page: await context.newPage() };
}

async function mailTo(address: string, count = 1): Promise<Arrived> {
  await eventually(() => {
    expect(post.arrived.filter(({ to }) => to === address)).toHaveLength(count);
  });
  return post.arrived.findLast(({ to }) => to === address) as Arrived;
}

async function signInByMail(page: Page): Promise<void> {
  await page.goto(`${stack.origin}/signin?callbackUrl=/overview`);
  await page.getByLabel('Email').first().fill(OWNER);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const { body } = await mailTo(OWNER);
  await page.getByLabel('Code', { exact: true }).fill(/Your code is (\d{6})/.exec(body)?.[1] ?? '');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${stack.origin}/overview`);
}

const chatOf = (page: Page) => page.locator('iframe').contentFrame();
const says = (page: Page, text: string): Promise<void> =>
  chatOf(page).locator('article.sotto-message', { hasText: text }).waitFor();

describe('OW-22 mail to a visitor who has left', () => {
  it('arrives with the answer, and its link opens the conversation in another browser', async () => {
    const owner = await open();
    await signInByMail(owner.page);
    const bot = await postAs(owner.page, 'bot/create', { name: 'Helper' });
    const widget = await postAs(owner.page, 'integration/widget/create', { name: 'Tea shop', botId: bot.id });

    const visitor = await open();
    await visitor.page.goto(`${stack.origin}/w/${widget.id}`);
    const box = chatOf(visitor.page).getByRole('textbox');
    await box.fill('Do you have oolong tea?');
    await box.press('Enter');
    await says(visitor.page, 'A person will look at it.');
    const { conversationId, token: own } = await visitor.page.evaluate(() => {
      const key = Object.keys(localStorage).find((each) => each.endsWith(':session')) ?? '';
      return (JSON.parse(localStorage.getItem(key) ?? '') as { value: { conversationId: string; token: string } })
        .value;
    });
    await fetch(`${stack.origin}/v1/conversation/${conversationId}/contact/upsert`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${own}` },
      body: JSON.stringify({ email: ZOE }),
    });
    await visitor.context.close();

    stack.advance(LATER_MS);
    await postAs(owner.page, `conversation/${conversationId}/message/answer`, { text: 'Yes: three kinds of oolong.' });
    stack.advance(LATER_MS);
    const { headers, body } = await mailTo(ZOE);
    expect(headers).toMatch(/^From: "?Tea shop"? <chat@sotto\.example>$/m);
    expect(headers).toMatch(/^List-Unsubscribe: <http\S+\/v1\/visitor-mail\/stop\?token=\S+>$/m);
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(body).toContain('Yes: three kinds of oolong.');
    const link = /http\S+\/answer#\S+/.exec(body)?.[0] ?? '';

    const other = await open();
    const addresses: string[] = [];
    other.page.on('request', (request) => addresses.push(request.url()));
    await other.page.goto(link);
    await says(other.page, 'Yes: three kinds of oolong.');
    await says(other.page, 'Do you have oolong tea?');
    expect(other.page.url()).toBe(`${stack.origin}/w/${widget.id}?session=mail-${conversationId}`);
    // The token is in no address that a server receives.
    const token = link.split('#')[1] ?? '';
    expect(addresses.map((address) => address.split('#')[0]).filter((address) => address?.includes(token))).toEqual([]);
    await other.page.reload();
    await says(other.page, 'Yes: three kinds of oolong.');
    await chatOf(other.page).getByRole('textbox').fill('Which one is the mildest?');
    await chatOf(other.page).getByRole('textbox').press('Enter');
    await says(other.page, 'Which one is the mildest?');
    await eventually(async () => {
      const shown = await owner.page.evaluate(
        async (id) => (await fetch(`/v1/conversation/${id}/fetch`)).text(),
        conversationId,
      );
      expect(shown).toContain('Which one is the mildest?');
    });

    await other.page.goto(/List-Unsubscribe: <([^>]+)>/.exec(headers)?.[1] ?? '');
    expect(await violations(other.page)).toEqual([]);
    await other.page.getByRole('button', { name: 'Stop these mails' }).click();
    await other.page.getByText('You will get no more of these mails.').waitFor();
    await Promise.all([owner.context.close(), other.context.close()]);
  });

  it('says on a plain page that a link has expired, and begins anew', async () => {
    const { context, page } = await open();
    await page.goto(`${stack.origin}/w/demo/answer#conv_1.x.y`);
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
    expect(page.url()).toBe(`${stack.origin}/w/demo/answer`);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Start a new conversation' }).click();
    await chatOf(page).getByRole('textbox').waitFor();
    await context.close();
  });
});
