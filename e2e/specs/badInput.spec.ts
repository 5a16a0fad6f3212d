import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chatOn, hasMessages, sees, type Chat } from '../chat';
import { onException } from '../engines/pageErrors';
import { some } from '../everything';
import { plainPage, scriptTag } from '../hostPages/hostServer';
import { useStack } from '../useStack';

const { browser, stack, host } = await useStack();
let page: Page;

beforeEach(async () => {
  page = await (await browser.newContext()).newPage();
  stack.model.status = undefined;
  stack.model.script = ['Better now.'];
});
afterEach(async () => {
  await page.context().close();
});

async function openDemo(): Promise<Chat> {
  await page.goto(`${stack.origin}/demo`);
  const chat = chatOn(page);
  await chat.open();
  return chat;
}

async function retrySucceeds(chat: Chat): Promise<void> {
  const retry = chat.frame.getByRole('button', { name: 'Try again' });
  await retry.waitFor({ timeout: 40_000 });
  stack.model.status = undefined;
  stack.model.script = ['Better now.'];
  await retry.click();
  await sees(chat.messages.last(), 'Better now.');
  await hasMessages(chat, 2);
}

describe('a model that is in trouble leaves a calm message with a way on', () => {
  it.each(some([500, 429, 401, 404]))('answering %i', async (status) => {
    const chat = await openDemo();
    stack.model.status = status;
    await chat.ask('Are you well?');
    await retrySucceeds(chat);
  });

  it('failing in the middle of a reply', async () => {
    const chat = await openDemo();
    stack.model.script = ['Half of ', { error: 'overloaded' }];
    await chat.ask('Are you well?');
    await retrySucceeds(chat);
  });

  it('cutting the connection in the middle of a reply', async () => {
    const chat = await openDemo();
    stack.model.script = ['Half of ', 'cut'];
    await chat.ask('Are you well?');
    await retrySucceeds(chat);
  });
});

describe('a page with a mistake in it', () => {
  it('with an unknown widget: an error event, a way out, no exception in the page', async () => {
    const errors: string[] = [];
    onException(page, (message) => errors.push(message));
    host.pages.set('/', {
      html: plainPage(
        `<script>window.codes = []; window.addEventListener('sotto:error', (event) => ` +
          `codes.push(event.detail.code));</script>${scriptTag(stack.origin, 'data-widget="nobody-knows-me"')}`,
      ),
    });
    await page.goto(host.origin);
    const chat = chatOn(page);
    await chat.launcher.click();
    await page.locator('sotto-chat').getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 });
    expect(await page.evaluate('window.codes')).toContain('frame_timeout');
    expect(errors).toEqual([]);
  });

  it('W-34 with nonsense in the settings: the defaults are used and the console says what is allowed', async () => {
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    host.pages.set('/nonsense', {
      html: plainPage(
        scriptTag(
          stack.origin,
          `data-widget="demo" data-position="middle" data-theme="{not json" data-meta="[" ` +
            `data-layout="popover" data-theme-bar-primary="url(https://evil.test)"`,
        ),
      ),
    });
    await page.goto(`${host.origin}/nonsense`);
    const chat = chatOn(page);
    await chat.open();
    await chat.ask('Still here?');
    await sees(chat.messages.last(), 'Better now.');
    expect(warnings.filter((text) => text.startsWith('[sotto] position must be'))).toEqual([
      expect.stringContaining('"middle"'),
    ]);
    expect(warnings.some((text) => text.startsWith('[sotto] theme'))).toBe(true);
  });
});

describe('the API answers a client’s mistake with a message and a code', () => {
  const json = { 'Content-Type': 'application/json' };

  it.each([
    ['an unknown widget', '/v1/integration/widget/nobody/session/create', '{}', {}, 404, 'NOT_FOUND'],
    ['a body that is not JSON', '/v1/integration/widget/demo/session/create', '{"a":', {}, 400, 'BAD_REQUEST'],
    [
      'a body of the wrong shape',
      '/v1/integration/widget/demo/session/create',
      '{"messages":"none"}',
      {},
      400,
      'BAD_REQUEST',
    ],
    ['no token', '/v1/conversation/conv_1/complete', '{"text":"hi"}', {}, 401, 'NOT_AUTHENTICATED'],
    [
      'a forged token',
      '/v1/conversation/conv_1/complete',
      '{"text":"hi"}',
      { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJjb252XzEifQ.' },
      401,
      'NOT_AUTHENTICATED',
    ],
    ['an unknown address', '/v1/nothing/here', '{}', {}, 404, 'NOT_FOUND'],
  ])('%s', async (_name, path, body, headers, status, code) => {
    const response = await fetch(stack.origin + path, { method: 'POST', body, headers: { ...json, ...headers } });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code, message: expect.any(String) as string });
  });

  it('an unknown conversation with a good token of another one', async () => {
    const created = (await (
      await fetch(`${stack.origin}/v1/integration/widget/demo/session/create`, {
        method: 'POST',
        body: '{}',
        headers: json,
      })
    ).json()) as { token: string };
    const response = await fetch(`${stack.origin}/v1/conversation/conv_unknown/complete`, {
      method: 'POST',
      body: '{"text":"hi"}',
      headers: { ...json, Authorization: `Bearer ${created.token}` },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});
