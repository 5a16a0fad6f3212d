import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { violations } from '../axe';
import { sees } from '../chat';
import { postAs, signInAsOperator, signInAt } from '../signIn';
import { useStack } from '../useStack';
import { unfold } from '../unfold';

const { browser, stack } = await useStack();
const { stack: guided } = await useStack('hub');
stack.model.script = ['Your order left our warehouse ', 'on **Monday** and arrives on Thursday.'];

async function open(
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
    ...options,
  });
  return { context, page: await context.newPage() };
}

/** A visitor of the widget who writes, leaves a contact and votes. @returns the conversation's id */
async function visit(widget: string, contact: object, votes: 'up' | 'down', reason: string): Promise<string> {
  const call = async (path: string, body: object, token?: string): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    };
    return (await fetch(`${stack.origin}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { conversationId, token } = (await call(`integration/widget/${widget}/session/create`, {})) as {
    conversationId: string;
    token: string;
  };
  const { messages } = (await call(
    `conversation/${conversationId}/complete`,
    { text: 'My parcel 12345 has not arrived. Can you look where it is?' },
    token,
  )) as { messages: { id: string; type: string }[] };
  await call(`conversation/${conversationId}/contact/upsert`, contact, token);
  const reply = messages.find(({ type }) => type === 'bot')?.id ?? '';
  await call(`conversation/${conversationId}/message/${reply}/${votes}vote`, { reason }, token);
  return conversationId;
}

describe('FH-2 what visitors left', () => {
  it('FH-2: an owner reads name, address and vote, in the own time zone, and takes them along as a file', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'ana@buildervisitors.example.com', '/overview');
    const bot = await postAs(page, 'bot/create', { name: 'Helper' });
    const widget = await postAs(page, 'integration/widget/create', { name: 'Shop chat', botId: bot.id });
    const id = await visit(
      widget.id,
      { name: 'Zoë Lindqvist', email: 'zoe@buildervisitors.example.com', phone: '+46 70 123 45 67' },
      'down',
      'It arrived on Friday, not on Thursday.',
    );
    await visit(widget.id, { name: '=1+1', email: 'formula@buildervisitors.example.com' }, 'up', '');

    await page.goto(`${stack.origin}/overview`);
    await page.getByRole('link', { name: 'All conversations' }).click();
    await sees(page.locator('.item-list'), '1 not helpful');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Contacts (CSV)' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^sotto-contacts-\d{4}-\d\d-\d\d\.csv$/);
    const csv = readFileSync(await file.path(), 'utf8');
    expect(csv.startsWith('\uFEFFname,email,phone,')).toBe(true);
    expect(csv).toContain("\r\n'=1+1,formula@buildervisitors.example.com,");
    expect(csv).toContain("Zoë Lindqvist,zoe@buildervisitors.example.com,'+46 70 123 45 67,no,");

    await page.getByRole('link', { name: 'Zoë Lindqvist' }).click();
    expect(page.url()).toBe(`${stack.origin}/conversations/${id}`);
    await page.getByRole('heading', { level: 1, name: 'Zoë Lindqvist' }).waitFor();
    await page.getByRole('link', { name: 'zoe@buildervisitors.example.com' }).waitFor();
    await sees(page.locator('.line-bot'), 'It arrived on Friday, not on Thursday.');
    const moment = page.locator('.contact-card time');
    const at = new Date((await moment.getAttribute('datetime')) ?? '');
    expect((await moment.innerText()).replaceAll(/\s/g, ' ')).toBe(
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Tokyo' })
        .format(at)
        .replaceAll(/\s/g, ' '),
    );
    expect(await violations(page, { skipsFrames: true })).toEqual([]);
    await context.close();

    const other = await open();
    await signInAt(other.page, stack, 'ben@buildervisitors.example.com', '/overview');
    await other.page.goto(`${stack.origin}/conversations/${id}`);
    await sees(other.page.locator('main'), 'This conversation cannot be opened here');
    const refused = await other.page.evaluate(
      async (path) => (await fetch(path, { method: 'POST' })).status,
      `/v1/contact/export?widgetId=${widget.id}`,
    );
    expect(refused).toBe(404);
    await other.context.close();
  });
});

describe('FH-8 two tabs', () => {
  for (const javaScriptEnabled of [true, false]) {
    it(`FH-8: the later one shows both texts and saves what is chosen, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const { context, page } = await open({ javaScriptEnabled });
      await signInAt(page, stack, `carl${String(javaScriptEnabled)}@buildervisitors.example.com`, '/bots/new');
      await page.getByLabel('Name').fill('Helper');
      await page.getByLabel('Backstory').fill('You help.');
      await page.getByRole('button', { name: 'Create bot' }).click();
      await sees(page.locator('main'), 'Saved.');
      const address = page.url().split('?')[0] ?? '';
      const other = await context.newPage();
      await other.goto(address);
      await other.getByLabel('Backstory').fill('You help customers of the shop in Lisbon.');
      await other.getByLabel('Description').fill('Answers in the shop.');
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(other.locator('main'), 'Saved.');

      await page.getByLabel('Backstory').fill('You help customers and are brief.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(page.locator('main'), 'Not saved: this was changed elsewhere in the meantime.');
      expect(await page.getByText('Saved.', { exact: true }).count()).toBe(0);
      expect(await page.getByLabel('Backstory', { exact: true }).inputValue()).toBe(
        'You help customers and are brief.',
      );
      await sees(page.locator('.clash'), 'You help customers of the shop in Lisbon.');
      // The description was not touched here: it shows what is stored, and nothing is asked about it.
      expect(await page.getByLabel('Description').inputValue()).toBe('Answers in the shop.');
      expect(await page.locator('.clash').count()).toBe(1);
      if (javaScriptEnabled) expect(await violations(page, { skipsFrames: true })).toEqual([]);
      await page.getByLabel('Backstory', { exact: true }).fill('You help customers in Lisbon and are brief.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(page.locator('main'), 'Saved.');
      await other.goto(address);
      expect(await other.getByLabel('Backstory', { exact: true }).inputValue()).toBe(
        'You help customers in Lisbon and are brief.',
      );

      // And the other way round: what is stored is taken.
      await page.getByLabel('Backstory', { exact: true }).fill('Third.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(page.locator('main'), 'Saved.');
      await other.getByLabel('Backstory', { exact: true }).fill('Fourth.');
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await other.getByLabel('Use the stored version').check();
      await other.getByRole('button', { name: 'Save', exact: true }).click();
      await sees(other.locator('main'), 'Saved.');
      expect(await other.getByLabel('Backstory', { exact: true }).inputValue()).toBe('Third.');
      await context.close();
    });
  }

  it('FH-8: the studio asks about what both changed, and keeps the rest', async () => {
    const { context, page } = await open();
    await signInAt(page, stack, 'dora@buildervisitors.example.com', '/overview');
    const bot = await postAs(page, 'bot/create', { name: 'Helper' });
    const widget = await postAs(page, 'integration/widget/create', { name: 'Shop chat', botId: bot.id });
    const other = await context.newPage();
    for (const tab of [page, other]) await tab.goto(`${stack.origin}/integrations/widget/${widget.id}`);
    for (const tab of [page, other]) await unfold(tab);
    await other.getByLabel('Title', { exact: true }).fill('Ask us');
    await other.getByLabel('Corner').selectOption('top-left');
    await other.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(other.locator('main'), 'Saved.');
    await page.getByLabel('Title', { exact: true }).fill('Ask Harbour');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.locator('.clash'), 'Ask us');
    expect(await page.getByLabel('Corner').inputValue()).toBe('top-left');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await sees(page.locator('main'), 'Saved.');
    expect([
      await page.getByLabel('Title', { exact: true }).inputValue(),
      await page.getByLabel('Corner').inputValue(),
    ]).toEqual(['Ask Harbour', 'top-left']);
    await context.close();
  });
});

describe('FH-7 a trial without a model', () => {
  it('FH-7: says so before the first message and in the reply, and an operator reads how to connect one', async () => {
    const { context, page } = await open();
    await signInAsOperator(page, guided, 'eva@buildervisitors.example.com');
    const skillset = await postAs(page, 'skillset/create', {
      name: 'Returns',
      description: 'Helps with parcels',
      visibility: 'public',
    });
    await postAs(page, `skillset/${skillset.id}/ability/create`, {
      name: 'Start a return',
      description: 'When a parcel arrived broken.',
      instruction: 'Ask for the number, then POST it.',
    });
    await postAs(page, `skillset/${skillset.id}/ability/create`, {
      name: 'Find a parcel',
      description: 'When somebody asks where a parcel is.',
      instruction: 'GET the state.',
    });
    await page.goto(`${guided.origin}/skillsets/${skillset.id}`);
    await sees(page.locator('.try-it .model-note'), 'No language model is connected on this server.');
    await sees(page.locator('.try-it .model-note'), 'OPENAI_BASE_URL');
    await context.close();

    const stranger = await open();
    await stranger.page.goto(`${guided.origin}/hub/skillsets/${skillset.id}`);
    await sees(stranger.page.locator('.model-note'), 'No language model is connected on this server.');
    expect(await stranger.page.locator('.model-note').innerText()).not.toContain('OPENAI');
    await stranger.page.mouse.move(300, 300);
    await stranger.page.locator('#chat').getByRole('textbox').first().fill('My parcel 12345 arrived broken');
    await stranger.page.locator('#chat').getByRole('textbox').first().press('Enter');
    const reply = stranger.page.locator('#chat article.sotto-message').last();
    await sees(reply, /No language model is connected on this server/);
    await sees(reply, 'When a parcel arrived broken.');
    expect(await reply.innerText()).not.toMatch(/POST it|documentation/);
    expect(await reply.locator('li').count()).toBe(0);
    await stranger.context.close();
  });
});
