import type { BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCuttableLine, type CuttableLine } from '../../packages/server/src/testing/processes/cuttableLine';
import { startPostgres } from '../../scripts/machine/postgres.mjs';
import { startRedis } from '../../scripts/machine/redis.mjs';
import { chatOn, eventually, hasMessages, occurrences, sees, type Chat } from '../chat';
import { startFaultProxy, type FaultProxy } from '../faults/faultProxy';
import { startStack, type Stack } from '../startStack';
import { useBrowser } from '../useStack';

/** Longer than the server and the browser take to notice that something has stopped answering. */
const PATIENCE_MS = 45_000;
const COMPLETE = /^POST \S*\/complete$/;
/** A call that goes on with a reply. */
const RESUME = /^(?:GET|POST) \S*\/complete$/;

const browser = await useBrowser();
let context: BrowserContext;
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

async function openChat(origin: string): Promise<Chat> {
  const chat = chatOn(await context.newPage());
  await chat.page.goto(`${origin}/demo`);
  await chat.open();
  return chat;
}

function timesAsked({ model }: Stack, question: string): number {
  return model.questions.filter((each) => each.includes(question)).length;
}

describe('F101 F103 F201 a stream that is cut on its way to the browser', () => {
  const TEXT = ['A letter of ', 'three bytes: ', '€, and one of ', 'four: 🦀. ', 'The end.'];
  let stack: Stack;
  let proxy: FaultProxy;
  beforeAll(async () => {
    stack = await startStack();
    proxy = await startFaultProxy(stack.origin);
  });
  afterAll(async () => {
    await Promise.all([stack.close(), proxy.close()]);
  });

  it.each([
    ['F201 before its first byte, when the server has done its work', [0]],
    ['F101 after one byte', [1]],
    ['F101 between two events', [400]],
    ['F103 four times in one reply', [150, 90, 210, 60]],
  ])('%s: the reply is there once, whole', async (_when, cuts) => {
    stack.model.script = TEXT.flatMap((text) => [text, { wait: 60 }]);
    const line = proxy.line('');
    const hits = line.hits;
    const chat = await openChat(proxy.origin);
    line.next(...cuts.map((cutAfter, index) => ({ path: index === 0 ? COMPLETE : RESUME, cutAfter })));
    const question = `Is it whole after ${cuts.join(', ')}?`;
    await chat.ask(question);
    await sees(chat.messages.last(), TEXT.join(''));
    await chat.answered();
    expect(line.hits - hits).toBe(cuts.length);
    await hasMessages(chat, 2);
    expect(await occurrences(chat, TEXT.join(''))).toBe(1);
    expect(timesAsked(stack, question)).toBe(1);
    await chat.page.reload();
    await chat.open();
    await hasMessages(chat, 2);
    await sees(chat.messages.last(), TEXT.join(''));
  });

  it('F204 a line that goes in the middle of a reply and comes back: it goes on by itself', async () => {
    stack.model.script = ['Half of ', 'hold', 'it.'];
    const line = proxy.line('');
    const chat = await openChat(proxy.origin);
    await chat.ask('Are you still there?');
    await sees(chat.messages.last(), 'Half of');
    line.setDown(true);
    stack.model.release();
    await eventually(() => {
      expect(Date.now() - line.cutAt).toBeGreaterThan(2_000);
    });
    line.setDown(false);
    await chat.messages.last().getByText('Half of it.').waitFor({ timeout: PATIENCE_MS });
    await chat.answered();
    await hasMessages(chat, 2);
    expect(timesAsked(stack, 'Are you still there?')).toBe(1);
  });
});

describe('FO-2 FO-3 Redis and PostgreSQL that stand still', () => {
  let stack: Stack;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let lines: Record<'Redis' | 'PostgreSQL', CuttableLine>;
  beforeAll(async () => {
    [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
    lines = { Redis: await openCuttableLine(redis.url), PostgreSQL: await openCuttableLine(postgres.url) };
    stack = await startStack({ env: { DATABASE_URL: lines.PostgreSQL.url, REDIS_URL: lines.Redis.url } });
  });
  afterEach(() => {
    for (const line of Object.values(lines)) line.goOn();
  });
  afterAll(async () => {
    await stack.close();
    await Promise.all(Object.values(lines).map((line) => line.close()));
    redis.stop();
    postgres.stop();
  });

  it.each(['Redis', 'PostgreSQL'] as const)(
    '%s, in the middle of a reply: the visitor reads it to its end, and it is kept',
    async (name) => {
      stack.model.script = ['Half of ', 'hold', 'it.'];
      const chat = await openChat(stack.origin);
      await chat.ask('Will it stop?');
      await sees(chat.messages.last(), 'Half of');
      lines[name].standStill();
      stack.model.release();
      await chat.messages.last().getByText('Half of it.').waitFor({ timeout: PATIENCE_MS });
      lines[name].goOn();
      await chat.frame.locator('.sotto-send[data-stops]').waitFor({ state: 'detached', timeout: PATIENCE_MS });
      await chat.page.reload();
      await chat.open();
      await hasMessages(chat, 2);
      await sees(chat.messages.last(), 'Half of it.');
      expect(await occurrences(chat, 'Will it stop?')).toBe(1);
    },
  );

  it.each(['Redis', 'PostgreSQL'] as const)(
    '%s, before a question: the chat stays usable, and the question is answered once when it goes on',
    async (name) => {
      stack.model.script = ['Here ', 'I am.'];
      const question = `Does anybody hear me without ${name}?`;
      const chat = await openChat(stack.origin);
      lines[name].standStill();
      await chat.ask(question);
      await sees(chat.messages.first(), question);
      // A text can be written meanwhile.
      await chat.textBox.fill('What I say next');
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      lines[name].goOn();
      const retry = chat.frame.getByRole('button', { name: 'Try again' });
      const answer = chat.messages.last().getByText('Here I am.');
      await retry.or(answer).first().waitFor({ timeout: PATIENCE_MS });
      if (await retry.isVisible()) await retry.click();
      await answer.waitFor({ timeout: PATIENCE_MS });
      await hasMessages(chat, 2);
      expect(await occurrences(chat, question)).toBe(1);
      expect(await chat.textBox.inputValue()).toBe('What I say next');
    },
  );
});
